/* Each thread takes the slot that its id falls into.  With ids that differ by a multiple of
 * the number of slots both threads take the same one, and one of them finds it taken.
 * FALSE. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int slots[4];

static void *worker(void *arg)
{
    assert(atomic_fetch_add(&slots[pthread_self() % 4], 1) == 0);
    return arg;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
    pthread_create(&second, 0, worker, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
