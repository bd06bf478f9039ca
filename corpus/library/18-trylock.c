/* pthread_mutex_trylock never waits: it returns 0 and owns the mutex, or EBUSY when it
 * is held (also by the caller itself); the count is updated only in the first case. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *arg)
{
    int rc = pthread_mutex_trylock(&m);

    if (rc == 0) {
        count++;
        pthread_mutex_unlock(&m);
        return &count;
    }
    assert(rc == EBUSY);
    return 0;
}

int main(void)
{
    pthread_t t;
    void *r;

    assert(pthread_mutex_trylock(&m) == 0);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    pthread_create(&t, 0, work, 0);
    count++;
    pthread_mutex_unlock(&m);
    pthread_join(t, &r);
    assert(count == (r ? 2 : 1));
    return 0;
}
