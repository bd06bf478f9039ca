// Without a handler the mutex stays locked for ever.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

void unlock(void *which)
{
    pthread_mutex_unlock(which);
}

void *waits(void *argument)
{
    pthread_mutex_lock(&mutex);
    while (1)
        pthread_cond_wait(&condition, &mutex);
    return 0;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, waits, 0);
    pthread_cancel(a);
    pthread_join(a, 0);
    pthread_mutex_lock(&mutex);
    return 0;
}
