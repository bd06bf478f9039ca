// POSIX nanosleep reads the timespec through its argument.
#include <assert.h>
#include <time.h>
#include <pthread.h>

static struct timespec ts = { 0, 1 };
static void *t(void *p)
{
	ts.tv_nsec = 2;
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
