// Every setter of a thread's attributes keeps what its getter returns, and refuses what glibc refuses.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_attr_t a;
    int i;
    size_t size, again;
    void *lowest;
    struct sched_param parameters;
    static char stack[65536];
    assert(pthread_attr_init(&a) == 0);
    assert(pthread_attr_getdetachstate(&a, &i) == 0 && i == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setdetachstate(&a, 2) == EINVAL);
    assert(pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED) == 0);
    pthread_attr_getstacksize(&a, &size);
    pthread_attr_getstacksize(&a, &again);
    assert(size == again && size >= 16384);
    assert(pthread_attr_setstacksize(&a, 1) == EINVAL && pthread_attr_setstacksize(&a, 16385) == 0);
    pthread_attr_getstacksize(&a, &size);
    assert(size == 16385);
    pthread_attr_getguardsize(&a, &size);
    assert(size == 4096 && pthread_attr_setguardsize(&a, 1) == 0);
    pthread_attr_getguardsize(&a, &size);
    assert(size == 1);
    assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_PROCESS) == ENOTSUP && pthread_attr_setscope(&a, 7) == EINVAL);
    assert(pthread_attr_setschedpolicy(&a, SCHED_FIFO) == 0 && pthread_attr_setschedpolicy(&a, 7) == EINVAL);
    parameters.sched_priority = 0;
    assert(pthread_attr_setschedparam(&a, &parameters) == EINVAL);
    parameters.sched_priority = 50;
    assert(pthread_attr_setschedparam(&a, &parameters) == 0);
    parameters.sched_priority = 0;
    pthread_attr_getschedparam(&a, &parameters);
    pthread_attr_getschedpolicy(&a, &i);
    assert(parameters.sched_priority == 50 && i == SCHED_FIFO);
    assert(pthread_attr_setstack(&a, stack, 1) == EINVAL && pthread_attr_setstack(&a, stack, sizeof stack) == 0);
    pthread_attr_getstack(&a, &lowest, &size);
    assert(lowest == stack && size == sizeof stack);
    pthread_attr_getdetachstate(&a, &i);
    assert(i == PTHREAD_CREATE_DETACHED);
    return pthread_attr_destroy(&a);
}
