/* The programmer keeps a copy of "expected" and, after a failure, retries with a new
 * value computed from the stale copy: one of the two additions can be lost. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int v;

static void add(int n)
{
    int old = atomic_load(&v);
    int wanted = old + n;       /* must be recomputed when the exchange fails */

    while (!atomic_compare_exchange_strong(&v, &old, wanted))
        ;
}

static void *work(void *arg)
{
    add(1);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    add(10);
    pthread_join(t, 0);
    assert(v == 11);
    return 0;
}
