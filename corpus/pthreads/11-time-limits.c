// Time limits that are none are refused: by a mutex only if it has to wait, by all others at once; so are clocks that nobody waits by.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

int main(void)
{
    pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    sem_t semaphore;
    struct timespec bad = {9, 1000000000}, past = {0, 0};
    assert(pthread_mutex_timedlock(&mutex, &bad) == 0);
    assert(pthread_mutex_timedlock(&mutex, &bad) == EINVAL);
    assert(pthread_mutex_timedlock(&mutex, &past) == ETIMEDOUT);
    assert(pthread_mutex_clocklock(&mutex, 77, &past) == EINVAL);
    assert(pthread_cond_timedwait(&condition, &mutex, &bad) == EINVAL);
    assert(pthread_cond_clockwait(&condition, &mutex, 77, &past) == EINVAL);
    assert(pthread_rwlock_timedrdlock(&lock, &bad) == EINVAL && pthread_rwlock_timedrdlock(&lock, &past) == 0);
    assert(pthread_rwlock_timedwrlock(&lock, &past) == ETIMEDOUT);
    sem_init(&semaphore, 0, 1);
    assert(sem_timedwait(&semaphore, &bad) == -1 && errno == EINVAL);
    assert(sem_timedwait(&semaphore, &past) == 0);
    assert(sem_timedwait(&semaphore, &past) == -1 && errno == ETIMEDOUT);
    assert(thrd_sleep(&bad, 0) < 0 && thrd_sleep(&past, 0) == 0);
    return 0;
}
