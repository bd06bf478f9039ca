/* gmtime has one object for all threads.  Where two of them use it at the same time there is
 * a race; gmtime_r is for that.  FALSE. */
#include <pthread.h>
#include <time.h>

static void *worker(void *arg)
{
    time_t t = 5;
    gmtime(&t);
    return arg;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
    pthread_join(thread, 0);
    return 0;
}
