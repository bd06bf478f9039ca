// POSIX clock_gettime: two readings of the monotonic clock may be equal (coarse or fast), and nanoseconds alone may
// decrease.
#include <assert.h>
#include <time.h>

int main(void)
{
	struct timespec a, b;
	clock_gettime(CLOCK_MONOTONIC, &a);
	clock_gettime(CLOCK_MONOTONIC, &b);
	assert(b.tv_sec >= a.tv_sec);
	assert(b.tv_nsec >= a.tv_nsec);
	return 0;
}
