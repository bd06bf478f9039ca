/* An error-checking mutex refuses to be locked twice by its owner: the second lock returns EDEADLK instead of
 * waiting, and the thread goes on holding it once. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int refused;

static void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    int rc = pthread_mutex_lock(&lock);
    assert(rc == EDEADLK);
    refused++;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_mutexattr_t attr;

    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&lock, &attr);

    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(refused == 2);
    return 0;
}
