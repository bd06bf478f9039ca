/* A copy of a mutex reads its bytes: that is done before the other thread locks it. */
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
    copy = mutex;
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}
