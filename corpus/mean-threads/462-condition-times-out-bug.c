/* pthread_cond_timedwait with a limit in the past may return ETIMEDOUT, or 0 for a spurious wake-up; the mutex is held afterwards in both cases.
   It need not be ETIMEDOUT: POSIX allows spurious wake-ups. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void)
{
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t c = PTHREAD_COND_INITIALIZER;
    struct timespec past = {1, 0};
    pthread_mutex_lock(&m);
    int r = pthread_cond_timedwait(&c, &m, &past);
    assert(r == ETIMEDOUT);
    assert(pthread_mutex_trylock(&m) == EBUSY);
    return 0;
}
