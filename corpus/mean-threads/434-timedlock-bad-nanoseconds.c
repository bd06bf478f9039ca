/* pthread_mutex_timedlock looks at the time only if it has to wait: EINVAL for a billion nanoseconds then, and 0 if the mutex is free. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *arg)
{
    struct timespec bad = {1, 1000000000};
    assert(pthread_mutex_timedlock(&m, &bad) == EINVAL);
    return 0;
}

int main(void)
{
    pthread_t t;
    struct timespec bad = {1, -1};
    assert(pthread_mutex_timedlock(&m, &bad) == 0);
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    return 0;
}
