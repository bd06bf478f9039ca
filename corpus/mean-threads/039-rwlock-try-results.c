// POSIX pthread_rwlock_try*: EBUSY for a writer while anyone reads, for everyone while someone writes; two readers
// are fine.
#include <pthread.h>
#include <assert.h>
#include <errno.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static void *r(void *a) {
    assert(pthread_rwlock_trywrlock(&l) == EBUSY);
    assert(pthread_rwlock_tryrdlock(&l) == (a ? 0 : EBUSY));
    if (a) pthread_rwlock_unlock(&l);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_unlock(&l);
    pthread_create(&t, 0, r, &l);
    pthread_join(t, 0);
    pthread_rwlock_unlock(&l);
    pthread_rwlock_wrlock(&l);
    assert(pthread_rwlock_tryrdlock(&l) == EBUSY);
    pthread_create(&t, 0, r, 0);
    pthread_join(t, 0);
    return 0;
}
