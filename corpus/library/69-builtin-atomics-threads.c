/* Plain variables accessed only through builtins: a test-and-set lock around a plain
 * counter, a fetch-and-add ticket, and a release/acquire hand-over of the total. */
#include <assert.h>
#include <pthread.h>

static int lock, tickets, published, total;

static void *work(void *arg)
{
    __atomic_fetch_add(&tickets, 1, __ATOMIC_RELAXED);
    while (__sync_lock_test_and_set(&lock, 1))
        ;
    total += 5;
    if (total == 10)
        __atomic_store_n(&published, 1, __ATOMIC_RELEASE);
    __sync_lock_release(&lock);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    work(0);
    if (__atomic_load_n(&published, __ATOMIC_ACQUIRE))
        assert(total == 10);
    pthread_join(t, 0);
    assert(total == 10 && tickets == 2 && published == 1);
    return 0;
}
