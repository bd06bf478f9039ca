/* When main calls pthread_exit instead of returning, the other threads live on: the
 * worker reaches its error call after main has gone.  FALSE. */
#include <pthread.h>

extern void reach_error(void);

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static int opened;

static void *worker(void *arg)
{
    pthread_mutex_lock(&gate);
    if (opened)
        reach_error();
    pthread_mutex_unlock(&gate);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_mutex_lock(&gate);
    pthread_create(&t, 0, worker, 0);
    opened = 1;
    pthread_mutex_unlock(&gate);
    pthread_exit(0);
}
