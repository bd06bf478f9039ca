/* An _Atomic struct of 8 bytes is loaded, stored and exchanged as a whole: a reader
 * never sees one half of an update. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair { int a, b; };

static _Atomic struct pair shared = { 1, 1 };

static void *writer(void *arg)
{
    struct pair p = { 2, 2 };
    atomic_store(&shared, p);
    return 0;
}

int main(void)
{
    pthread_t t;
    struct pair seen, expected = { 2, 2 }, last = { 3, 3 };

    pthread_create(&t, 0, writer, 0);
    seen = atomic_load(&shared);
    assert(seen.a == seen.b);
    pthread_join(t, 0);
    seen = atomic_exchange(&shared, expected);
    assert(seen.a == 2);
    assert(atomic_compare_exchange_strong(&shared, &expected, last));
    seen = atomic_load(&shared);
    assert(seen.a == 3 && seen.b == 3);
    return 0;
}
