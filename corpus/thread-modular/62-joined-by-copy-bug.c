/* Two variables hold one id; the thread can be joined by one of them only. */
#include <pthread.h>

extern void reach_error(void);

static int written;

static void *idler(void *unused)
{
    return unused;
}

static void *writer(void *unused)
{
    written = 1;
    return unused;
}

int main(void)
{
    pthread_t thread, copy, last;

    pthread_create(&thread, 0, idler, 0);
    copy = thread;
    pthread_join(copy, 0);
    pthread_create(&last, 0, writer, 0);
    copy = last;
    pthread_join(copy, 0);
    if (pthread_join(last, 0) != 0)
        reach_error();
    return 0;
}
