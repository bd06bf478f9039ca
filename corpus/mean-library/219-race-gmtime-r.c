// POSIX gmtime_r: the result is the caller's object, the time_t is only read.
#include <assert.h>
#include <time.h>
#include <pthread.h>

static time_t z;
static void *t(void *p)
{
	struct tm r;
	assert(gmtime_r(&z, &r) == &r && r.tm_year == 70);
	return p;
}
int main(void)
{
	pthread_t a;
	struct tm g;
	pthread_create(&a, NULL, t, NULL);
	gmtime_r(&z, &g);
	assert(g.tm_mday == 1);
	pthread_join(a, NULL);
	return 0;
}
