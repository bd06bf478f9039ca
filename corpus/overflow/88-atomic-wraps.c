/* Atomic addition of signed numbers wraps silently (C11 7.17.7.5p3): no overflow, whoever is last. */
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter = INT_MAX - 1;

static void *count(void *unused)
{
    atomic_fetch_add(&counter, 1);
    atomic_fetch_add(&counter, 1);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, count, 0);
    atomic_fetch_sub(&counter, INT_MAX);
    atomic_fetch_sub(&counter, INT_MAX);
    count(0);
    pthread_join(t, 0);
    return 0;
}
