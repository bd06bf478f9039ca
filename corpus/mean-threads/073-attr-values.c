// POSIX/glibc pthread_attr_*: defaults, getters return what setters set, EINVAL and ENOTSUP leave things alone.
#include <pthread.h>
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <sched.h>
int main(void) {
    pthread_attr_t a;
    int v;
    size_t z;
    assert(pthread_attr_init(&a) == 0);
    assert(pthread_attr_getdetachstate(&a, &v) == 0 && v == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED) == 0);
    assert(pthread_attr_setdetachstate(&a, 17) == EINVAL);
    assert(pthread_attr_getdetachstate(&a, &v) == 0 && v == PTHREAD_CREATE_DETACHED);
    assert(pthread_attr_setstacksize(&a, 1 << 20) == 0);
    assert(pthread_attr_setstacksize(&a, 100) == EINVAL);
    assert(pthread_attr_getstacksize(&a, &z) == 0 && z == 1 << 20);
    assert(pthread_attr_getscope(&a, &v) == 0 && v == PTHREAD_SCOPE_SYSTEM);
    assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
    assert(pthread_attr_setguardsize(&a, 8192) == 0);
    assert(pthread_attr_getguardsize(&a, &z) == 0 && z == 8192);
    assert(pthread_attr_getinheritsched(&a, &v) == 0 && v == PTHREAD_INHERIT_SCHED);
    assert(pthread_attr_setschedpolicy(&a, 99) == EINVAL);
    assert(pthread_attr_getschedpolicy(&a, &v) == 0 && v == SCHED_OTHER);
    return 0;
}
