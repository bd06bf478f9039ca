/* __attribute__((cleanup)) runs a function when the variable leaves its scope, here to
 * unlock a mutex on every way out of the block.  Ignoring it would leave the mutex
 * locked (a deadlock); honouring it makes the counter exact. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void release(pthread_mutex_t **p) { pthread_mutex_unlock(*p); }

static int add(int n)
{
    __attribute__((cleanup(release))) pthread_mutex_t *guard = &m;
    pthread_mutex_lock(guard);
    if (n < 0)
        return -1;
    counter += n;
    return counter;
}

static void *work(void *arg)
{
    add(-1);
    add(2);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    add(3);
    pthread_join(t, 0);
    assert(counter == 5);
    return 0;
}
