/* The guard and the product are about the same reading of the shared number. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int factor = 10;

static void *make_large(void *unused)
{
    atomic_store(&factor, 1000000);
    return unused;
}

int main(void)
{
    pthread_t t;
    int price = 0, seen;

    pthread_create(&t, 0, make_large, 0);
    seen = atomic_load(&factor);
    if (seen <= 1000)
        price = 40000 * seen;
    pthread_join(t, 0);
    return price == 7;
}
