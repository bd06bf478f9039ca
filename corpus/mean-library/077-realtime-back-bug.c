// POSIX clock_settime: CLOCK_REALTIME (and time) may be set back between two calls.
#include <assert.h>
#include <time.h>

int main(void)
{
	time_t t, a = time(&t);
	assert(a == t);
	time_t b = time(NULL);
	assert(b >= a);
	return 0;
}
