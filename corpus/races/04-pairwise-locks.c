/* Three threads with two mutexes each, so that every pair has one in common although no
 * mutex is common to all three: no race, a trap for plain lock-set intersection. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void bump(pthread_mutex_t *first, pthread_mutex_t *second)
{
    pthread_mutex_lock(first);
    pthread_mutex_lock(second);
    n++;
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *one(void *arg) { bump(&a, &b); return 0; }
static void *two(void *arg) { bump(&b, &c); return 0; }

int main(void)
{
    pthread_t t, u;

    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    bump(&a, &c);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(n == 3);
    return 0;
}
