// The pipe was never put into the set, so that nothing ever happens.
#include <pthread.h>
#include <sys/epoll.h>
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
    int loop = epoll_create1(0);
    if (loop < 0 || pipe(ends) != 0)
        return 0;
    struct epoll_event found;
    pthread_create(&t, NULL, writer, NULL);
    epoll_wait(loop, &found, 1, -1);
    pthread_join(t, NULL);
    return 0;
}
