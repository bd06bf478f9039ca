/* A test-and-set lock whose test and set are two operations, each atomic by itself.
 * Two threads may both see 0 before either writes 1: both hold the lock and the counter races. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int locked;
static int counter;

static void lock(void)
{
    while (atomic_load(&locked) != 0)
        ;
    atomic_store(&locked, 1);
}

static void unlock(void)
{
    atomic_store(&locked, 0);
}

static void *worker(void *unused)
{
    lock();
    counter++;
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
    assert(counter == 2);
    return 0;
}
