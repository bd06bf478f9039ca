/* A broadcast wakes all waiters, each with the mutex; each counts with the mutex held. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
int go, count;

void *worker(void *arg)
{
    pthread_mutex_lock(&mutex);
    while (!go)
        pthread_cond_wait(&cond, &mutex);
    count++;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t t, s;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&s, 0, worker, 0);
    pthread_mutex_lock(&mutex);
    go = 1;
    pthread_cond_broadcast(&cond);
    pthread_mutex_unlock(&mutex);
    pthread_join(t, 0);
    pthread_join(s, 0);
    return 0;
}
