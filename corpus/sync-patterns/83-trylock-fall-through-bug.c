/* trylock used wrongly: the thread remembers whether it got the lock, to release it later, but updates the
 * counter in any case. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int updates;

static void *worker(void *unused)
{
    int held = pthread_mutex_trylock(&lock) == 0;
    updates++; /* with or without the lock */
    if (held)
        pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, worker, NULL);
    pthread_create(&b, NULL, worker, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(updates == 2);
    return 0;
}
