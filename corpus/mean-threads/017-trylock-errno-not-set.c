// POSIX: pthread functions return the error and glibc does not set errno in trylock.
#include <pthread.h>
#include <assert.h>
#include <errno.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
    pthread_mutex_lock(&m);
    errno = 0;
    int rc = pthread_mutex_trylock(&m);
    assert(rc == EBUSY);
    assert(rc != -1 && errno != EBUSY);
    return 0;
}
