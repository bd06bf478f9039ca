// A request waits for the next cancellation point, and for cancellation to be allowed.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

sem_t start;
int done;

void *works(void *argument)
{
    int old;
    assert(pthread_setcancelstate(7, &old) == EINVAL);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    assert(old == PTHREAD_CANCEL_ENABLE);
    sem_wait(&start);
    pthread_testcancel();
    done = 1;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
    assert(old == PTHREAD_CANCEL_DISABLE);
    done = 2;
    pthread_testcancel();
    done = 3;
    return 0;
}

int main(void)
{
    pthread_t a;
    void *result;
    sem_init(&start, 0, 0);
    pthread_create(&a, 0, works, 0);
    pthread_cancel(a);
    sem_post(&start);
    pthread_join(a, &result);
    assert(result == PTHREAD_CANCELED && done == 2);
    return 0;
}
