// POSIX nanosleep: nanoseconds outside 0..999999999 or negative seconds are EINVAL; without signals it sleeps to the
// end; sleep gives 0.
#include <assert.h>
#include <time.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
	struct timespec t = { 0, 1000000000L }, rem = { 7, 7 };
	errno = 0;
	assert(nanosleep(&t, &rem) == -1 && errno == EINVAL);
	t.tv_nsec = -1;
	assert(nanosleep(&t, NULL) == -1);
	t = (struct timespec){ -1, 0 };
	assert(nanosleep(&t, NULL) == -1);
	t = (struct timespec){ 0, 1 };
	assert(nanosleep(&t, &rem) == 0 && rem.tv_sec == 7);
	assert(sleep(0) == 0 && usleep(0) == 0);
	return 0;
}
