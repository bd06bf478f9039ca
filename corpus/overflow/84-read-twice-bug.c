/* The guard reads a shared number, and the product reads it again: in between the other thread has made it large. */
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
    int price = 0;

    pthread_create(&t, 0, make_large, 0);
    if (atomic_load(&factor) <= 1000)
        price = 40000 * atomic_load(&factor);
    pthread_join(t, 0);
    return price == 7;
}
