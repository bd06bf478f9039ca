/* Four threads that are all the same add one without a lock, and are joined in order. Two of the four may get lost: it
 * does not matter which threads, so a reduction by symmetry must find it whatever slots they are in. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 4

static atomic_int count;

static void *add(void *unused)
{
    int seen = count;
    count = seen + 1;
    return unused;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], 0, add, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], 0);
    assert(count != 2);
    return 0;
}
