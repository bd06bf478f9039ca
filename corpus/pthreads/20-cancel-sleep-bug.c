// sleep is a cancellation point: the thread may end there, but it may also be through before the request comes.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

int done;

void *works(void *argument)
{
    sleep(1);
    done = 1;
    return 0;
}

int main(void)
{
    pthread_t a;
    void *result;
    pthread_create(&a, 0, works, 0);
    pthread_cancel(a);
    pthread_join(a, &result);
    assert(result == (done ? 0 : PTHREAD_CANCELED));
    assert(done);
    return 0;
}
