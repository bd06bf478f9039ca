/* tryrdlock, trywrlock, timedrdlock and timedwrlock: readers share, everything else is
 * EBUSY or, with a deadline, ETIMEDOUT. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *while_read(void *arg)
{
    struct timespec past = { 1, 0 };

    assert(pthread_rwlock_tryrdlock(&l) == 0);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_timedrdlock(&l, &past) == 0);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    assert(pthread_rwlock_timedwrlock(&l, &past) == ETIMEDOUT);
    return 0;
}

static void *while_written(void *arg)
{
    struct timespec past = { 1, 0 };

    assert(pthread_rwlock_tryrdlock(&l) == EBUSY);
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    assert(pthread_rwlock_timedrdlock(&l, &past) == ETIMEDOUT);
    return 0;
}

int main(void)
{
    pthread_t t;

    assert(pthread_rwlock_rdlock(&l) == 0);
    pthread_create(&t, 0, while_read, 0);
    pthread_join(t, 0);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_trywrlock(&l) == 0);
    pthread_create(&t, 0, while_written, 0);
    pthread_join(t, 0);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_tryrdlock(&l) == 0);
    return 0;
}
