/* The time of a timed lock is written before the threads start. */
#include <pthread.h>
#include <time.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static struct timespec until;
static void *wait(void *ignored)
{
    if (pthread_mutex_timedlock(&mutex, &until) == 0)
        pthread_mutex_unlock(&mutex);
    return 0;
}
int main(void)
{
    pthread_t thread;
    until.tv_sec = 5;
    pthread_create(&thread, 0, wait, 0);
    pthread_join(thread, 0);
    return 0;
}
