/* On an _Atomic object x = x + 1 is an atomic read and a separate atomic write: there is
 * no data race, but an update can be lost and the sum can be 1. */
#include <assert.h>
#include <pthread.h>

static _Atomic int x;

static void *add(void *arg)
{
    x = x + 1;
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, add, 0);
    x = x + 1;
    pthread_join(t, 0);
    assert(x == 2);
    return 0;
}
