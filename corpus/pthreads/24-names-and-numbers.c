// Names of threads have at most 15 characters; what pthread_setconcurrency and pthread_setschedparam set is there afterwards.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    char name[16];
    int policy, again;
    struct sched_param parameters, same;
    assert(pthread_setname_np(pthread_self(), "0123456789abcdef") == ERANGE);
    assert(pthread_setname_np(pthread_self(), "worker") == 0);
    assert(pthread_getname_np(pthread_self(), name, 15) == ERANGE);
    assert(pthread_getname_np(pthread_self(), name, 16) == 0 && name[0] == 'w' && name[6] == 0);
    assert(pthread_setconcurrency(-1) == EINVAL && pthread_setconcurrency(5) == 0 && pthread_getconcurrency() == 5);
    pthread_getschedparam(pthread_self(), &policy, &parameters);
    pthread_getschedparam(pthread_self(), &again, &same);
    assert(policy == again && parameters.sched_priority == same.sched_priority);
    parameters.sched_priority = 0;
    assert(pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters) == EINVAL);
    parameters.sched_priority = 5;
    int error = pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters);
    assert(error == 0 || error == EPERM);
    if (!error) {
        pthread_getschedparam(pthread_self(), &policy, &parameters);
        assert(policy == SCHED_FIFO && parameters.sched_priority == 5);
    }
    return 0;
}
