/* Who holds a read-write lock for writing gets EDEADLK from a second wrlock and rdlock with glibc, and EBUSY from
   the try versions (POSIX). Here tryrdlock is expected to succeed under one's own write lock. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
    assert(pthread_rwlock_wrlock(&l) == 0);
    assert(pthread_rwlock_tryrdlock(&l) == 0);
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    assert(pthread_rwlock_wrlock(&l) == EDEADLK);
    assert(pthread_rwlock_rdlock(&l) == EDEADLK);
    assert(pthread_rwlock_unlock(&l) == 0);
    assert(pthread_rwlock_tryrdlock(&l) == 0);
    assert(pthread_rwlock_tryrdlock(&l) == 0);
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    return 0;
}
