/* A counter by copy, modify and compare-and-swap: if another thread was faster, the swap fails and the copy
 * is made anew. No update is lost. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint value;

static void add(unsigned n)
{
    unsigned copy = atomic_load(&value);
    while (!atomic_compare_exchange_strong(&value, &copy, copy + n))
        ; /* a failed exchange has refreshed the copy */
}

static void *twice(void *arg)
{
    add((unsigned)(unsigned long)arg);
    add((unsigned)(unsigned long)arg);
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, twice, (void *)1ul);
    pthread_create(&b, NULL, twice, (void *)10ul);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(value == 22u);
    return 0;
}
