/* Broken compare-and-swap lock, a common slip: a failing compare-exchange stores the value it found into
 * `expected`, and the loop does not reset it. The second try compares 1 with 1, succeeds, and the lock is
 * held twice. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;
static int inside;

static void lock(void)
{
    int expected = 0; /* belongs into the loop */
    while (!atomic_compare_exchange_strong(&locked, &expected, 1))
        ;
}

static void unlock(void)
{
    atomic_store(&locked, 0);
}

static void *worker(void *unused)
{
    lock();
    inside++;
    assert(inside == 1);
    inside--;
    unlock();
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
