/* Stream output may be a cancellation point (POSIX 2.9.5.2), and is one with glibc when it has to write. A thread that was cancelled before
   calls puts and may end there. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

int value;

void *worker(void *arg)
{
    ;
    puts("x");
    return &value;
}

int main(void)
{
    pthread_t t;
    void *r;
    setvbuf(stdout, 0, _IONBF, 0);
    pthread_create(&t, 0, worker, 0);
    pthread_cancel(t);
    pthread_join(t, &r);
    assert(r == &value);
    return 0;
}
