/* A thread creates and joins another; main joins the first. Each joins what it has created itself, once, so it is known whom, and
 * that the join cannot fail. */
#include <pthread.h>

extern void reach_error(void);

static int written;

static void *writer(void *unused)
{
    written = 1;
    return unused;
}

static void *boss(void *unused)
{
    pthread_t thread;

    pthread_create(&thread, 0, writer, 0);
    pthread_join(thread, 0);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, boss, 0);
    pthread_join(thread, 0);
    if (written == 0)
        reach_error();
    return 0;
}
