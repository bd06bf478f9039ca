/* A copy of a mutex reads its bytes: a race with the lock operation of the other thread. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t copy;

void *worker(void *arg)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    copy = mutex;
    pthread_join(t, 0);
    return 0;
}
