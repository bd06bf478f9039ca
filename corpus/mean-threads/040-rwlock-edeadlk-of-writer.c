// Pthread_rwlock_rdlock/wrlock: glibc returns EDEADLK to the thread that holds the write lock.
#include <pthread.h>
#include <assert.h>
#include <errno.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int main(void) {
    assert(pthread_rwlock_wrlock(&l) == 0);
    assert(pthread_rwlock_wrlock(&l) == EDEADLK);
    assert(pthread_rwlock_rdlock(&l) == EDEADLK);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_trywrlock(&l) == 0);
    return 0;
}
