/* Atomic is not enough: the load and the store are atomic each, the increment as a whole is not.
 * There is no data race, yet an update can be lost. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

void *increment(void *unused)
{
    int seen = atomic_load(&counter);
    atomic_store(&counter, seen + 1);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, increment, NULL);
    pthread_create(&b, NULL, increment, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(atomic_load(&counter) == 2);
    return 0;
}
