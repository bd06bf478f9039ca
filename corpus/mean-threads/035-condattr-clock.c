// POSIX pthread_condattr_setclock: default CLOCK_REALTIME, EINVAL for a CPU-time clock.
#include <pthread.h>
#include <assert.h>
#include <errno.h>
#include <time.h>
int main(void) {
    pthread_condattr_t at;
    clockid_t k;
    int ps;
    pthread_condattr_init(&at);
    assert(pthread_condattr_getclock(&at, &k) == 0 && k == CLOCK_REALTIME);
    assert(pthread_condattr_setclock(&at, CLOCK_MONOTONIC) == 0);
    assert(pthread_condattr_setclock(&at, CLOCK_PROCESS_CPUTIME_ID) == EINVAL);
    assert(pthread_condattr_getclock(&at, &k) == 0 && k == CLOCK_MONOTONIC);
    assert(pthread_condattr_getpshared(&at, &ps) == 0 && ps == PTHREAD_PROCESS_PRIVATE);
    return 0;
}
