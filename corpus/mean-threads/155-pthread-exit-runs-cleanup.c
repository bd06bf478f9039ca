// POSIX pthread_exit runs the cleanup handlers that were pushed, one of which unlocks.
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void release(void *p) { pthread_mutex_unlock(p); }
static void *work(void *a) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(release, &m);
    if (a) pthread_exit(0);
    pthread_cleanup_pop(1);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, &m);
    pthread_join(t, 0);
    work(0);
    assert(pthread_mutex_trylock(&m) == 0);
    return 0;
}
