// A handler that was popped is not run by pthread_exit.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void unlock(void *which)
{
    pthread_mutex_unlock(which);
}

void *works(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, &mutex);
    pthread_cleanup_pop(0);
    pthread_exit(0);
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, works, 0);
    pthread_join(a, 0);
    pthread_mutex_lock(&mutex);
    return 0;
}
