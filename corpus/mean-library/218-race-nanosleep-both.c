// POSIX nanosleep: the request is const, two sleepers may share it; the remainder is each its own.
#include <assert.h>
#include <time.h>
#include <pthread.h>

static struct timespec ts = { 0, 1 };
static void *t(void *p)
{
	struct timespec rem;
	nanosleep(&ts, &rem);
	return p;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	nanosleep(&ts, NULL);
	pthread_join(a, NULL);
	return 0;
}
