/* Load, add and store are three steps, and the addition is that of plain ints. */
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter = INT_MAX - 1;

static void *count(void *unused)
{
    int seen = atomic_load(&counter);

    atomic_store(&counter, seen + 1);
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, count, 0);
    count(0);
    pthread_join(t, 0);
    return 0;
}
