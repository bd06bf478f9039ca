/* A pipeline: what one stage has finished the next one may take, and each counts what it has finished.
 * What must be found: no stage has finished more than the one before it, whenever nobody holds the lock. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned finished[3];

static void *middle(void *unused)
{
    while (1) {
        pthread_mutex_lock(&lock);
        if (finished[1] < finished[0])
            finished[1]++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *last(void *unused)
{
    while (1) {
        pthread_mutex_lock(&lock);
        if (finished[2] < finished[1])
            finished[2]++;
        assert(finished[2] <= finished[0]);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, 0, middle, 0);
    pthread_create(&b, 0, last, 0);
    while (1) {
        pthread_mutex_lock(&lock);
        if (finished[0] < UINT_MAX)
            finished[0]++;
        pthread_mutex_unlock(&lock);
    }
}
