// Who waits with a time limit reads it, and races with who writes it.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
struct timespec limit;

void *waits(void *argument)
{
    pthread_mutex_timedlock(&mutex, &limit);
    return 0;
}

int main(void)
{
    pthread_t a;
    pthread_create(&a, 0, waits, 0);
    limit.tv_sec = 1;
    pthread_join(a, 0);
    return 0;
}
