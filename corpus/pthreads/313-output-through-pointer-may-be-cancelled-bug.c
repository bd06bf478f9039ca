/* A library function that may be a cancellation point is one also where it is called through a pointer.
   The thread may have been cancelled at the call. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

int (*say)(const char *);

void *worker(void *arg)
{
    say("x");
    return arg;
}

int main(void)
{
    pthread_t thread;
    static void *result;
    say = puts;
    pthread_create(&thread, 0, worker, &result);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == &result);
    return 0;
}
