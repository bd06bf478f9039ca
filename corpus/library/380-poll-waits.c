// `poll` without a limit sleeps until a thread writes; it tells which of the pipes can be read.
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <unistd.h>

static int first[2], second[2];

static void *writer(void *arg)
{
    write(second[1], "x", 1);
    return arg;
}

int main(void)
{
    pthread_t t;
    if (pipe(first) != 0 || pipe(second) != 0)
        return 0;
    pthread_create(&t, NULL, writer, NULL);
    struct pollfd entries[2] = {{first[0], POLLIN, 0}, {second[0], POLLIN, 0}};
    assert(poll(entries, 2, -1) == 1);
    assert(entries[0].revents == 0 && entries[1].revents == POLLIN);
    pthread_join(t, NULL);
    return 0;
}
