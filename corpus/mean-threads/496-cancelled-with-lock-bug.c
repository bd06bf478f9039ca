/* A thread that is cancelled with a mutex held keeps it, as here, where no handler gives it back. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void unlock(void *m)
{
    ;
}

void *worker(void *arg)
{
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    pthread_testcancel();
    pthread_cleanup_pop(0);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_cancel(t);
    pthread_join(t, 0);
    pthread_mutex_lock(&mutex);
    return 0;
}
