// POSIX 2.9.5: pthread_mutex_lock is not a cancellation point, so a deferred request has no effect here.
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *a) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return a; }
int main(void) {
    pthread_t t;
    void *r;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, work, &m);
    pthread_cancel(t);
    pthread_mutex_unlock(&m);
    pthread_join(t, &r);
    assert(r == &m);
    return 0;
}
