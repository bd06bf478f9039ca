/* What is joined is the thread with a certain number, whoever that is: here the one that was created first. */
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
    pthread_t thread, other;

    pthread_create(&other, 0, idler, 0);
    pthread_create(&thread, 0, writer, 0);
    pthread_join((pthread_t)2, 0);
    if (written == 0)
        reach_error();
    return 0;
}
