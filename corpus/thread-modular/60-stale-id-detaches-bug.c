/* As 59, but what is left of the first thread's id detaches the second. */
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
    pthread_detach(old);
    pthread_join(thread, 0);
    if (written == 0)
        reach_error();
    return 0;
}
