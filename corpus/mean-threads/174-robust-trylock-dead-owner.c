// POSIX pthread_mutex_trylock: EOWNERDEAD from trylock too, and the caller owns the mutex (so consistent succeeds).
#include <pthread.h>
#include <assert.h>
#include <errno.h>
static pthread_mutex_t m;
static void *dies(void *a) { pthread_mutex_lock(&m); return 0; }
int main(void) {
    pthread_mutexattr_t at;
    pthread_t t;
    int rb;
    pthread_mutexattr_init(&at);
    pthread_mutexattr_getrobust(&at, &rb);
    assert(rb == PTHREAD_MUTEX_STALLED);
    pthread_mutexattr_setrobust(&at, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &at);
    pthread_create(&t, 0, dies, 0);
    pthread_join(t, 0);
    assert(pthread_mutex_trylock(&m) == EOWNERDEAD);
    assert(pthread_mutex_consistent(&m) == 0);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_lock(&m) == 0);
    return 0;
}
