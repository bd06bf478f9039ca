// POSIX: an error-checking mutex returns EDEADLK on relock, EBUSY on trylock by the owner, EPERM on unlock by a
// stranger.
#define _GNU_SOURCE
#include <pthread.h>
#include <assert.h>
#include <errno.h>
static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static void *other(void *a) { assert(pthread_mutex_unlock(&m) == EPERM); return 0; }
int main(void) {
    pthread_t t;
    assert(pthread_mutex_unlock(&m) == EPERM);
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_lock(&m) == EDEADLK);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    pthread_create(&t, 0, other, 0);
    pthread_join(t, 0);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_unlock(&m) == EPERM);
    return 0;
}
