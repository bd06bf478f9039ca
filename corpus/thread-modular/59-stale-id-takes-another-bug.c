/* The id of a thread that was joined is the id of the next one: joining it again takes that one away, and then there is nobody
 * left for the last join. */
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
    pthread_t old, thread;

    pthread_create(&old, 0, idler, 0);
    pthread_join(old, 0);
    pthread_create(&thread, 0, writer, 0);
    pthread_join(old, 0);
    if (pthread_join(thread, 0) != 0)
        reach_error();
    return 0;
}
