/* pthread_cleanup_pop(1) runs the handler at once, pthread_cleanup_pop(0) does not. The write comes behind
   the pop that unlocked: a race. */
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
    ;
    pthread_cleanup_pop(1);
    data = 1;
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
