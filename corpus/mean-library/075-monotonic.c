// POSIX clock_gettime: CLOCK_MONOTONIC never goes back; nanoseconds are 0..999999999; an unknown clock is EINVAL.
#include <assert.h>
#include <time.h>
#include <errno.h>

int main(void)
{
	struct timespec a, b;
	assert(clock_gettime(CLOCK_MONOTONIC, &a) == 0);
	assert(clock_gettime(CLOCK_MONOTONIC, &b) == 0);
	assert(a.tv_nsec >= 0 && a.tv_nsec < 1000000000L);
	assert(b.tv_sec > a.tv_sec || (b.tv_sec == a.tv_sec && b.tv_nsec >= a.tv_nsec));
	errno = 0;
	assert(clock_gettime(12345, &a) == -1 && errno == EINVAL);
	return 0;
}
