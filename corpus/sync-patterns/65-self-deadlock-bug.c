/* Self-deadlock: a function that holds an ordinary mutex calls another that takes the same mutex.
 * The thread waits for itself, main waits for the thread; the assertion is never reached. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void add(int n)
{
    pthread_mutex_lock(&lock);
    total += n;
    pthread_mutex_unlock(&lock);
}

static void *worker(void *unused)
{
    pthread_mutex_lock(&lock);
    if (total == 0)
        add(1); /* already holding the lock */
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    pthread_join(t, NULL);
    assert(total == 1);
    return 0;
}
