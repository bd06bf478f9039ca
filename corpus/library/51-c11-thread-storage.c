/* tss_create, tss_set and tss_get with a destructor: values are per thread, and the
 * destructor has run when the join returns. */
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static tss_t key;
static atomic_int destroyed;

static void destructor(void *p) { destroyed += *(int *)p; }

static int work(void *arg)
{
    assert(tss_get(key) == 0);
    assert(tss_set(key, arg) == thrd_success);
    assert(tss_get(key) == arg);
    return 0;
}

int main(void)
{
    thrd_t a, b;
    int one = 1, two = 2;

    assert(tss_create(&key, destructor) == thrd_success);
    thrd_create(&a, work, &one);
    thrd_create(&b, work, &two);
    thrd_join(a, 0);
    assert(destroyed == 1 || destroyed == 3);
    thrd_join(b, 0);
    assert(destroyed == 3);
    assert(tss_get(key) == 0);
    return 0;
}
