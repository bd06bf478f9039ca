// Attributes of mutexes, condition variables, read-write locks and barriers: packed in one int where the header has room for one only.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void)
{
    pthread_mutexattr_t m;
    pthread_condattr_t c;
    pthread_rwlockattr_t r;
    pthread_barrierattr_t b;
    pthread_mutex_t mutex;
    clockid_t clock;
    int type, robust, protocol, ceiling, i;
    pthread_mutexattr_init(&m);
    assert(pthread_mutexattr_settype(&m, 7) == EINVAL && pthread_mutexattr_setrobust(&m, 2) == EINVAL);
    assert(pthread_mutexattr_setprotocol(&m, 3) == EINVAL && pthread_mutexattr_setprioceiling(&m, 0) == EINVAL);
    pthread_mutexattr_settype(&m, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutexattr_setrobust(&m, PTHREAD_MUTEX_ROBUST);
    pthread_mutexattr_setprotocol(&m, PTHREAD_PRIO_PROTECT);
    pthread_mutexattr_setprioceiling(&m, 9);
    pthread_mutexattr_gettype(&m, &type);
    pthread_mutexattr_getrobust(&m, &robust);
    pthread_mutexattr_getprotocol(&m, &protocol);
    pthread_mutexattr_getprioceiling(&m, &ceiling);
    assert(type == PTHREAD_MUTEX_ERRORCHECK && robust == PTHREAD_MUTEX_ROBUST);
    assert(protocol == PTHREAD_PRIO_PROTECT && ceiling == 9);
    assert(pthread_mutex_init(&mutex, &m) == ENOTSUP);
    pthread_mutexattr_setrobust(&m, PTHREAD_MUTEX_STALLED);
    assert(pthread_mutex_init(&mutex, &m) == 0 && pthread_mutex_getprioceiling(&mutex, &ceiling) == 0 && ceiling == 9);
    pthread_condattr_init(&c);
    assert(pthread_condattr_setclock(&c, 77) == EINVAL && pthread_condattr_setclock(&c, CLOCK_MONOTONIC) == 0);
    assert(pthread_condattr_setpshared(&c, PTHREAD_PROCESS_SHARED) == 0);
    pthread_condattr_getclock(&c, &clock);
    assert(clock == CLOCK_MONOTONIC);
    pthread_rwlockattr_init(&r);
    assert(pthread_rwlockattr_setkind_np(&r, 3) == EINVAL && pthread_rwlockattr_setkind_np(&r, 2) == 0);
    pthread_rwlockattr_getkind_np(&r, &i);
    assert(i == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_barrierattr_init(&b);
    assert(pthread_barrierattr_setpshared(&b, 3) == EINVAL);
    pthread_barrierattr_getpshared(&b, &i);
    assert(i == PTHREAD_PROCESS_PRIVATE);
    return 0;
}
