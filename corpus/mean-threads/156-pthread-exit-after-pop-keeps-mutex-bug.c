// POSIX pthread_cleanup_pop(0) removes the handler without running it, so pthread_exit leaves the mutex locked.
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void release(void *p) { pthread_mutex_unlock(p); }
static void *work(void *a) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(release, &m);
    pthread_cleanup_pop(a == 0);
    if (a) pthread_exit(0);
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
