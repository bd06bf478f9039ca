/* The fragment of the introduction of "Precise thread-modular verification": acquire lck; critical; release lck in
 * two threads. The lock does not remember its owner, so proving that the critical sections exclude each other
 * needs a relation between the threads' locations. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_bool lck;
static int critical;

static void acquire(void)
{
    _Bool is_free = 0;
    while (!atomic_compare_exchange_strong(&lck, &is_free, 1))
        is_free = 0;
}

static void release(void)
{
    lck = 0;
}

static void *p1(void *arg)
{
    acquire();
    critical = 1;
    assert(critical == 1);
    release();
    return arg;
}

static void *p2(void *arg)
{
    acquire();
    critical = 2;
    assert(critical == 2);
    release();
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, p1, NULL);
    pthread_create(&b, NULL, p2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
