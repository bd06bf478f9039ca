/* The POSIX spin lock around a two-word update; an observer that takes the lock sees the words equal.
 * Both words are touched under the lock only: no race. */
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int low, high;

static void *updater(void *unused)
{
    for (int i = 0; i < 2; i++) {
        pthread_spin_lock(&lock);
        low++;
        high++;
        pthread_spin_unlock(&lock);
    }
    return unused;
}

static void *observer(void *unused)
{
    pthread_spin_lock(&lock);
    assert(low == high);
    pthread_spin_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t u, o;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&u, NULL, updater, NULL);
    pthread_create(&o, NULL, observer, NULL);
    pthread_join(u, NULL);
    pthread_join(o, NULL);
    pthread_spin_destroy(&lock);
    return 0;
}
