// POSIX pthread_testcancel is a cancellation point.
#include <pthread.h>
#include <assert.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *a) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_testcancel(); return a; }
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
