/* Threads may register exit handlers at the same time; both are called at the end. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int called;

static void first(void)
{
    called++;
}

static void last(void)
{
    assert(called == 2);
}

static void *add(void *arg)
{
    atexit(first);
    return 0;
}

int main(void)
{
    pthread_t t;

    atexit(last);
    pthread_create(&t, 0, add, 0);
    atexit(first);
    pthread_join(t, 0);
    return 0;
}
