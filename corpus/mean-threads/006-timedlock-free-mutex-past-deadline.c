// POSIX pthread_mutex_timedlock: no timeout error if the mutex can be locked immediately, even if the deadline has
// passed.
#include <pthread.h>
#include <assert.h>
#include <errno.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
    struct timespec past = {1, 0};
    assert(pthread_mutex_timedlock(&m, &past) == 0);
    assert(pthread_mutex_timedlock(&m, &past) == ETIMEDOUT);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    pthread_mutex_unlock(&m);
    assert(pthread_mutex_trylock(&m) == 0);
    return 0;
}
