/* Sleeping reads how long, and refuses what is no time; no signal cuts it short.  TRUE. */
#include <assert.h>
#include <errno.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
    struct timespec duration = { 0, 1000000000 }, left = { 5, 5 }, now;
    errno = 0;
    assert(nanosleep(&duration, &left) == -1 && errno == EINVAL);
    duration.tv_nsec = 1;
    assert(nanosleep(&duration, &left) == 0 && left.tv_sec == 5);
    assert(clock_nanosleep(77, 0, &duration, 0) == EINVAL);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &duration, 0) == 0);
    assert(sleep(1) == 0 && usleep(1) == 0);
    errno = 0;
    assert(clock_gettime(77, &now) == -1 && errno == EINVAL);
    assert(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
    assert(now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
    return 0;
}
