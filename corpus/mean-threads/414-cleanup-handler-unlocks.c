/* pthread_cleanup_pop(1) runs the handler at once, pthread_cleanup_pop(0) does not. The write comes before the pop, with the lock held. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int data;

void unlock(void *m)
{
    pthread_mutex_unlock(m);
}

void *worker(void *arg)
{
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    data = 1;
    pthread_cleanup_pop(1);
    ;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    pthread_mutex_lock(&mutex);
    data = 2;
    pthread_mutex_unlock(&mutex);
    pthread_join(t, 0);
    return 0;
}
