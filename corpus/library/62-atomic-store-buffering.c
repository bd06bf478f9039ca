/* Under sequential consistency at least one of two threads that first store and then
 * look at the other's variable sees the store; fences change nothing. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int r1, r2;

static void *left(void *arg)
{
    atomic_store(&x, 1);
    atomic_thread_fence(memory_order_seq_cst);
    r1 = atomic_load(&y);
    return 0;
}

static void *right(void *arg)
{
    atomic_store(&y, 1);
    atomic_thread_fence(memory_order_seq_cst);
    r2 = atomic_load(&x);
    return 0;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, left, 0);
    pthread_create(&b, 0, right, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(r1 == 1 || r2 == 1);
    return 0;
}
