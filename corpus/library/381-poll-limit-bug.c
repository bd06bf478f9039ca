// With a limit the time may be up before the thread has written.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *arg)
{
    write(ends[1], "x", 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    if (pipe(ends) != 0)
        return 0;
    pthread_create(&t, NULL, writer, NULL);
    struct pollfd entry = {ends[0], POLLIN, 0};
    assert(poll(&entry, 1, 1000) == 1);
    pthread_join(t, NULL);
    return 0;
}
