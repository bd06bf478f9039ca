/* Adjacent bit-fields share a memory location: writing one reads and rewrites the word
 * that holds the other, so unsynchronised writes to both race. */
#include <pthread.h>

static struct { unsigned ready : 1; unsigned error : 1; } status;

static void *work(void *arg)
{
    status.error = 1;
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    status.ready = 1;
    pthread_join(t, 0);
    return 0;
}
