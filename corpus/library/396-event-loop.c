// An event loop: `epoll_wait` sleeps until a thread writes, and gives the word that belongs to the pipe.
#include <assert.h>
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
    char c;
    int loop = epoll_create1(EPOLL_CLOEXEC);
    if (loop < 0 || pipe(ends) != 0)
        return 0;
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = 7}, found[4];
    assert(epoll_ctl(loop, EPOLL_CTL_ADD, ends[0], &event) == 0);
    assert(epoll_wait(loop, found, 4, 0) == 0);
    pthread_create(&t, NULL, writer, NULL);
    assert(epoll_wait(loop, found, 4, -1) == 1);
    assert(found[0].events == EPOLLIN && found[0].data.u32 == 7);
    assert(read(ends[0], &c, 1) == 1 && c == 'x');
    pthread_join(t, NULL);
    return 0;
}
