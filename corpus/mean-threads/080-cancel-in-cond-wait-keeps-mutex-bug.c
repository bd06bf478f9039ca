// POSIX pthread_cond_wait: without a handler that unlocks it the mutex stays locked by the cancelled thread.
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void unlock(void *p) { (void)p; }
static void *work(void *a) {
    pthread_mutex_lock(&m);
    pthread_cleanup_push(unlock, &m);
    for (;;) pthread_cond_wait(&c, &m);
    pthread_cleanup_pop(0);
    return 0;
}
int main(void) {
    pthread_t t;
    void *r;
    pthread_create(&t, 0, work, 0);
    pthread_cancel(t);
    pthread_join(t, &r);
    assert(r == PTHREAD_CANCELED);
    pthread_mutex_lock(&m);
    return 0;
}
