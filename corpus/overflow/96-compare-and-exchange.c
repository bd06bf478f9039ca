/* The new value is computed from the value that was tested, again after every failure. */
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter = INT_MAX - 1;

static void *count(void *unused)
{
    int seen = atomic_load(&counter);

    do {
        if (seen == INT_MAX)
            return unused;
    } while (!atomic_compare_exchange_strong(&counter, &seen, seen + 1));
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, count, 0);
    count(0);
    pthread_join(t, 0);
    return atomic_load(&counter) != INT_MAX;
}
