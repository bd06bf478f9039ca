/* Data is written, then an atomic flag set; the reader looks at the data only after it
 * has seen the flag.  The flag orders the plain accesses: no race. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data[2];
static atomic_int ready;

static void *producer(void *arg)
{
    data[0] = 3;
    data[1] = 4;
    atomic_store_explicit(&ready, 1, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, producer, 0);
    if (atomic_load_explicit(&ready, memory_order_acquire))
        assert(data[0] + data[1] == 7);
    pthread_join(t, 0);
    return 0;
}
