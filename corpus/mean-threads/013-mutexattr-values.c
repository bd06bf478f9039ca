// POSIX pthread_mutexattr_*: defaults, what setters set getters return, EINVAL for invalid values without change.
#include <pthread.h>
#include <assert.h>
#include <errno.h>
int main(void) {
    pthread_mutexattr_t at;
    int v;
    assert(pthread_mutexattr_init(&at) == 0);
    assert(pthread_mutexattr_gettype(&at, &v) == 0 && v == PTHREAD_MUTEX_DEFAULT);
    assert(pthread_mutexattr_settype(&at, PTHREAD_MUTEX_ERRORCHECK) == 0);
    assert(pthread_mutexattr_settype(&at, 77) == EINVAL);
    assert(pthread_mutexattr_gettype(&at, &v) == 0 && v == PTHREAD_MUTEX_ERRORCHECK);
    assert(pthread_mutexattr_getpshared(&at, &v) == 0 && v == PTHREAD_PROCESS_PRIVATE);
    assert(pthread_mutexattr_setpshared(&at, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_mutexattr_setpshared(&at, -1) == EINVAL);
    assert(pthread_mutexattr_getpshared(&at, &v) == 0 && v == PTHREAD_PROCESS_SHARED);
    assert(pthread_mutexattr_setrobust(&at, 5) == EINVAL);
    assert(pthread_mutexattr_getprotocol(&at, &v) == 0 && v == PTHREAD_PRIO_NONE);
    assert(pthread_mutexattr_setprotocol(&at, PTHREAD_PRIO_INHERIT) == 0);
    assert(pthread_mutexattr_getprotocol(&at, &v) == 0 && v == PTHREAD_PRIO_INHERIT);
    return 0;
}
