/* The waker sets the flag without the mutex: a data race with the waiter's test (and, without luck, a lost
 * wake-up between the test and the wait). What the waiter does after the loop is still right. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!ready)
        pthread_cond_wait(&wake, &lock);
    assert(ready);
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *waker(void *unused)
{
    ready = 1; /* should hold the lock */
    pthread_cond_signal(&wake);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, waiter, NULL);
    pthread_create(&b, NULL, waker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
