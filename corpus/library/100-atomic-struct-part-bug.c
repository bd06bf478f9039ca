/* A part of an _Atomic struct is read after the struct was loaded as a whole: the
 * assertion fails if the load comes before both stores. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair { int a, b; };

static _Atomic struct pair shared = { 1, 1 };
static atomic_int out;

static void *writer(void *arg)
{
    struct pair p = { 2, 2 }, q = { 3, 3 };
    atomic_store(&shared, p);
    atomic_store(&shared, q);
    out = 1;
    out = 3;
    return 0;
}

int main(void)
{
    pthread_t t;
    struct pair seen;

    pthread_create(&t, 0, writer, 0);
    seen = atomic_load(&shared);
    out = seen.a;
    pthread_join(t, 0);
    assert(seen.a != 1);
    return 0;
}
