// POSIX pthread_mutex_trylock: for the owner of an error-checking mutex it is EBUSY, not EDEADLK.
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
    assert(pthread_mutex_trylock(&m) == EDEADLK);
    pthread_create(&t, 0, other, 0);
    pthread_join(t, 0);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_unlock(&m) == EPERM);
    return 0;
}
