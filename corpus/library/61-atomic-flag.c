/* atomic_flag as a spin lock: test_and_set returns the old state and sets it, clear
 * releases; the plain counter inside is protected. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int n;

static void *work(void *arg)
{
    while (atomic_flag_test_and_set_explicit(&busy, memory_order_acquire))
        ;
    n++;
    atomic_flag_clear_explicit(&busy, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t;

    assert(!atomic_flag_test_and_set(&busy));
    assert(atomic_flag_test_and_set(&busy));
    atomic_flag_clear(&busy);
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    assert(n == 2);
    return 0;
}
