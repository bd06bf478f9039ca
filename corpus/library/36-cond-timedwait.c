/* pthread_cond_timedwait returns 0 or ETIMEDOUT with the mutex held again; the waiter
 * gives up on a time-out, so nobody waits for ever although nobody need signal. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *helper(void *arg)
{
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    struct timespec deadline = { 1, 0 };
    pthread_t t;
    int rc = 0;

    pthread_create(&t, 0, helper, 0);
    pthread_mutex_lock(&m);
    while (!ready && rc != ETIMEDOUT)
        rc = pthread_cond_timedwait(&c, &m, &deadline);
    assert(rc == 0 || rc == ETIMEDOUT);
    assert(ready || rc == ETIMEDOUT);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
