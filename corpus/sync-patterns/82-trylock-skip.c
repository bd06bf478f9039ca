/* trylock used right: a thread that does not get the lock skips the update and counts the miss in its own cell.
 * Updates and misses add up. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int updates;
static int missed[2];

static void *worker(void *arg)
{
    long me = (long)arg;
    if (pthread_mutex_trylock(&lock) == 0) {
        updates++;
        pthread_mutex_unlock(&lock);
    } else {
        missed[me] = 1;
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, (void *)0L);
    pthread_create(&b, NULL, worker, (void *)1L);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(updates >= 1);
    assert(updates + missed[0] + missed[1] == 2);
    return 0;
}
