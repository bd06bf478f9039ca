/* Main joins a worker while it holds the mutex the worker needs. If main locks first, both wait for ever.
 * If the worker is first, all goes well and the result is right. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int result;

static void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    result = 9;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_mutex_lock(&lock);
    pthread_join(t, NULL); /* should come before the lock */
    assert(result == 9);
    pthread_mutex_unlock(&lock);
    return 0;
}
