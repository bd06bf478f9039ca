/* pthread_mutex_timedlock may give up with ETIMEDOUT; only the result 0 means that the lock is held.
   The worker does not look: with a time limit in the past, and main inside, it races. */
#include <pthread.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int data;

void *worker(void *arg)
{
    struct timespec past = {0, 0};
    int r = pthread_mutex_timedlock(&mutex, &past);
    if (r >= 0)
        data++;
    if (r == 0)
        pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&mutex);
    data++;
    pthread_mutex_unlock(&mutex);
    pthread_join(t, 0);
    return 0;
}
