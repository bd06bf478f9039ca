/* A compare-exchange loop that doubles and adds one: since a failed attempt reloads
 * "expected", no update is lost and the result is the same for both orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint v = 1;

static void step(void)
{
    unsigned old = atomic_load(&v);
    while (!atomic_compare_exchange_weak(&v, &old, 2 * old + 1))
        ;
}

static void *work(void *arg)
{
    step();
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    step();
    pthread_join(t, 0);
    assert(v == 7);
    return 0;
}
