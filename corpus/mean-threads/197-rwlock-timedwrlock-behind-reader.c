// POSIX pthread_rwlock_timedwrlock: ETIMEDOUT if a reader holds it past the deadline, while a timed read lock
// succeeds at once.
#include <pthread.h>
#include <assert.h>
#include <errno.h>
#include <time.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static void *other(void *a) {
    struct timespec past = {1, 0};
    assert(pthread_rwlock_timedwrlock(&l, &past) == ETIMEDOUT);
    assert(pthread_rwlock_timedrdlock(&l, &past) == 0);
    pthread_rwlock_unlock(&l);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_rwlock_rdlock(&l);
    pthread_create(&t, 0, other, 0);
    pthread_join(t, 0);
    assert(pthread_rwlock_unlock(&l) == 0);
    return 0;
}
