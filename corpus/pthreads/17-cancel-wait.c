// A thread that is cancelled while it waits on a condition variable has the mutex again when its handlers run.

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
    pthread_cleanup_push(unlock, &mutex);
    while (1)
        pthread_cond_wait(&condition, &mutex);
    pthread_cleanup_pop(1);
    return 0;
}

int main(void)
{
    pthread_t a;
    void *result;
    pthread_create(&a, 0, waits, 0);
    assert(pthread_cancel(a) == 0);
    pthread_join(a, &result);
    assert(result == PTHREAD_CANCELED && pthread_mutex_trylock(&mutex) == 0);
    return 0;
}
