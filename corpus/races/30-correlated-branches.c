/* Lock, access and unlock depend on the same local condition: the lock is held whenever
 * the variable is accessed, which a path-insensitive analysis cannot see. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void maybe_add(int enabled, int n)
{
    if (enabled)
        pthread_mutex_lock(&m);
    n *= 2;
    if (enabled)
        shared += n;
    if (enabled)
        pthread_mutex_unlock(&m);
}

static void *work(void *arg)
{
    maybe_add(1, 3);
    maybe_add(0, 4);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    maybe_add(1, 5);
    pthread_join(t, 0);
    assert(shared == 16);
    return 0;
}
