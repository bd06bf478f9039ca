/* A recursive mutex taken twice but released once stays locked when its owner ends.
 * The other thread waits for it for ever, and main for the thread. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int total;

static void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    total++;
    pthread_mutex_unlock(&lock); /* one release is missing */
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_mutexattr_t attr;

    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&lock, &attr);

    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(total == 2);
    return 0;
}
