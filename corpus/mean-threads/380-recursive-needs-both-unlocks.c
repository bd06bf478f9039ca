/* A recursive mutex is free again when it was unlocked as often as it was locked.
   The write comes before the last unlock. */
#define _GNU_SOURCE
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int data;

void *worker(void *arg)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    data = 1;
    pthread_mutex_unlock(&mutex);
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
