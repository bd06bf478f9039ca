// POSIX pthread_mutex_timedlock: EDEADLK for the owner of an error-checking mutex; a recursive one is locked again;
// EINVAL for nsec 1000000000 when it would block.
#define _GNU_SOURCE
#include <pthread.h>
#include <assert.h>
#include <errno.h>
#include <time.h>
static pthread_mutex_t e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
    struct timespec past = {1, 0}, bad = {1, 1000000000};
    pthread_mutex_lock(&e);
    pthread_mutex_lock(&r);
    pthread_mutex_lock(&n);
    assert(pthread_mutex_timedlock(&e, &past) == EDEADLK);
    assert(pthread_mutex_timedlock(&r, &past) == 0);
    assert(pthread_mutex_timedlock(&n, &bad) == EINVAL);
    return 0;
}
