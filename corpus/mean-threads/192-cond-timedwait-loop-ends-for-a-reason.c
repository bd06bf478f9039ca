// After the loop either the predicate holds or the wait timed out.
#include <pthread.h>
#include <assert.h>
#include <errno.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int done;
static void *setter(void *a) {
    pthread_mutex_lock(&m);
    done = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    struct timespec ts;
    int rc = 0;
    pthread_t t;
    pthread_create(&t, 0, setter, 0);
    clock_gettime(CLOCK_REALTIME, &ts);
    pthread_mutex_lock(&m);
    while (!done && rc != ETIMEDOUT)
        rc = pthread_cond_timedwait(&c, &m, &ts);
    assert(rc == ETIMEDOUT || done);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
