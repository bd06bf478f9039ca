/* A signal that comes before the wait is lost. The predicate is
   changed without the mutex: between the waiter's test and its wait both the change and the signal may come. */
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
atomic_int ready;

void *worker(void *arg)
{
    ;
    ready = 1;
    pthread_cond_signal(&cond);
    ;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_wait(&cond, &mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(t, 0);
    return 0;
}
