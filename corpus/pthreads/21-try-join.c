// pthread_tryjoin_np and pthread_timedjoin_np: EBUSY or ETIMEDOUT until the thread has ended.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

void *works(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t a;
    void *result;
    struct timespec past = {0, 0};
    int error;
    pthread_create(&a, 0, works, &a);
    assert(pthread_kill(a, 0) == 0);
    error = pthread_tryjoin_np(a, &result);
    if (error) {
        assert(error == EBUSY);
        error = pthread_timedjoin_np(a, &result, &past);
        if (error) {
            assert(error == ETIMEDOUT);
            pthread_join(a, &result);
        }
    }
    assert(result == &a);
    return 0;
}
