/* Two mutexes taken in opposite orders, but the second one only tried: whoever fails
 * gives up the first, so there is no deadlock, and both counters stay equal. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int left, right;

static void both(pthread_mutex_t *first, pthread_mutex_t *second)
{
    pthread_mutex_lock(first);
    if (pthread_mutex_trylock(second) == 0) {
        left++;
        right++;
        pthread_mutex_unlock(second);
    }
    pthread_mutex_unlock(first);
}

static void *work(void *arg)
{
    both(&b, &a);
    return 0;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, work, 0);
    both(&a, &b);
    pthread_join(t, 0);
    assert(left == right);
    assert(left >= 0 && left <= 2);
    return 0;
}
