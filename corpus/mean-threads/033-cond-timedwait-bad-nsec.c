// POSIX pthread_cond_timedwait: EINVAL for tv_nsec outside 0..999999999, with no change to the mutex.
#define _GNU_SOURCE
#include <pthread.h>
#include <assert.h>
#include <errno.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int main(void) {
    struct timespec ts = { 0, -1 };
    pthread_mutex_lock(&m);
    assert(pthread_cond_timedwait(&c, &m, &ts) == EINVAL);
    ts.tv_nsec = 1000000000;
    assert(pthread_cond_timedwait(&c, &m, &ts) == EINVAL);
    assert(pthread_mutex_lock(&m) == EDEADLK);
    assert(pthread_mutex_unlock(&m) == 0);
    return 0;
}
