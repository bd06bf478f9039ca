/* Spin lock by compare-and-swap of 0 against the thread's number. `expected` is set anew before each try.
 * The lock word names the owner, which the critical section checks. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int holder;
static int updates;

static void lock(int me)
{
    int expected;
    do {
        expected = 0;
    } while (!atomic_compare_exchange_strong(&holder, &expected, me));
}

static void unlock(void)
{
    atomic_store(&holder, 0);
}

static void *worker(void *arg)
{
    int me = (int)(long)arg;
    for (int i = 0; i < 2; i++) {
        lock(me);
        updates++;
        assert(atomic_load(&holder) == me);
        unlock();
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)1L);
    pthread_create(&b, NULL, worker, (void *)2L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(updates == 4);
    return 0;
}
