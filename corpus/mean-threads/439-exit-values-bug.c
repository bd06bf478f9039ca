/* The value of pthread_exit or of the start routine's return reaches pthread_join; a cancelled thread's value is PTHREAD_CANCELED.
   A thread that is cancelled may still end by itself before the request counts. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int a, b;

void deep(void)
{
    pthread_exit(&a);
}

void *exits(void *arg)
{
    deep();
    return &b;
}

void *cancelled(void *arg)
{
    pthread_testcancel();
    return &b;
}

int main(void)
{
    pthread_t t, c;
    void *r;
    pthread_create(&t, 0, exits, 0);
    pthread_create(&c, 0, cancelled, 0);
    pthread_join(t, &r);
    assert(r == &a);
    assert(pthread_cancel(c) == 0);
    pthread_join(c, &r);
    assert(r == PTHREAD_CANCELED);
    return 0;
}
