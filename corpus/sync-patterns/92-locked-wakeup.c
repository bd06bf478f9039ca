/* The waker repaired: it sets the flag under the mutex and signals after the unlock, which is allowed.
 * The waiter tests under the mutex, so it either sees the flag or is already waiting when the signal comes. */
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
    pthread_mutex_lock(&lock);
    ready = 1;
    pthread_mutex_unlock(&lock);
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
