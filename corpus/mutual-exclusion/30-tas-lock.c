/* Test-and-set spin lock on an atomic_flag, three threads. The exchange lets exactly one thread see the
 * flag clear, so the counter is protected and reaches three. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int counter;

static void *worker(void *unused)
{
    while (atomic_flag_test_and_set(&lock))
        ;
    counter++;
    atomic_flag_clear(&lock);
    return unused;
}

int main(void)
{
    pthread_t t[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], NULL);
    assert(counter == THREADS);
    return 0;
}
