/* The 2x2 instance with a slip: the second critical section of a thread begins before the lock is taken again.
 * The early increment falls into the critical section of the other thread, which finds two inside. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag lck = ATOMIC_FLAG_INIT;
static int inside;

static void acquire(void)
{
    while (atomic_flag_test_and_set(&lck))
        ;
}

static void *thread(void *arg)
{
    acquire();
    inside++;
    assert(inside == 1);
    inside--;
    atomic_flag_clear(&lck);

    inside++; /* belongs behind acquire() */
    acquire();
    inside--;
    atomic_flag_clear(&lck);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread, NULL);
    pthread_create(&b, NULL, thread, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
