// A thread with a real-time policy of its own needs privileges: pthread_create may fail.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

void *works(void *argument)
{
    return 0;
}

int main(void)
{
    pthread_t a;
    pthread_attr_t attributes;
    struct sched_param parameters = {10};
    pthread_attr_init(&attributes);
    pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    assert(pthread_create(&a, &attributes, works, 0) == 0);
    pthread_join(a, 0);
    pthread_attr_setschedpolicy(&attributes, SCHED_FIFO);
    pthread_attr_setschedparam(&attributes, &parameters);
    assert(pthread_create(&a, &attributes, works, 0) == 0);
    return 0;
}
