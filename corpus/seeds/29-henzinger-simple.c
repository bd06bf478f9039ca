/* Example 1 of "Thread-modular abstraction refinement" ("Simple"): the lock m holds the number of its owner, each
 * thread writes x under it, for ever. Knowing m == i at the write is enough for a thread-modular proof. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int m; /* 0: free, else the owner */
int x;

static void acquire(int i)
{
    int nobody = 0;
    while (!atomic_compare_exchange_strong(&m, &nobody, i))
        nobody = 0;
}

static void release(void)
{
    m = 0;
}

static void *thread1(void *arg)
{
    while (1) {
        acquire(1);
        x = 1;
        assert(x == 1);
        release();
    }
    return arg;
}

static void *thread2(void *arg)
{
    while (1) {
        acquire(2);
        x = 2;
        assert(x == 2);
        release();
    }
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, thread1, NULL);
    pthread_create(&b, NULL, thread2, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
