// POSIX pthread_setcancelstate/type: EINVAL for invalid values, the old value is returned, defaults are ENABLE and
// DEFERRED.
#include <pthread.h>
#include <assert.h>
#include <errno.h>
int main(void) {
    int old = -1;
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
    assert(pthread_setcancelstate(42, &old) == EINVAL);
    assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0 && old == PTHREAD_CANCEL_DISABLE);
    assert(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old) == 0 && old == PTHREAD_CANCEL_DEFERRED);
    assert(pthread_setcanceltype(-1, &old) == EINVAL);
    assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old) == 0 && old == PTHREAD_CANCEL_ASYNCHRONOUS);
    return 0;
}
