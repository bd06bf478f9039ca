// POSIX pthread_mutex_trylock: the owner of a recursive mutex succeeds and the count grows; others get EBUSY until
// the count is 0 again.
#include <pthread.h>
#include <assert.h>
#include <errno.h>
static pthread_mutex_t m;
static int expected;
static void *other(void *a) { assert(pthread_mutex_trylock(&m) == expected); return 0; }
int main(void) {
    pthread_mutexattr_t at;
    pthread_t t;
    pthread_mutexattr_init(&at);
    assert(pthread_mutexattr_settype(&at, PTHREAD_MUTEX_RECURSIVE) == 0);
    pthread_mutex_init(&m, &at);
    pthread_mutexattr_settype(&at, PTHREAD_MUTEX_NORMAL); /* no effect on m */
    pthread_mutex_lock(&m);
    assert(pthread_mutex_trylock(&m) == 0);
    pthread_mutex_unlock(&m);
    expected = EBUSY;
    pthread_create(&t, 0, other, 0);
    pthread_join(t, 0);
    pthread_mutex_unlock(&m);
    expected = 0;
    pthread_create(&t, 0, other, 0);
    pthread_join(t, 0);
    return 0;
}
