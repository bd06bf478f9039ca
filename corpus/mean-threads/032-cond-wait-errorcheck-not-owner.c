// POSIX pthread_cond_wait: EPERM if the mutex is error-checking and the caller does not own it.
#define _GNU_SOURCE
#include <pthread.h>
#include <assert.h>
#include <errno.h>
static pthread_mutex_t m = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int main(void) {
    assert(pthread_cond_wait(&c, &m) == EPERM);
    assert(pthread_mutex_trylock(&m) == 0);
    return 0;
}
