// C11 7.27.3p1: gmtime of glibc has one static result; main reads it while the thread's call writes it.
#include <assert.h>
#include <time.h>
#include <pthread.h>

static time_t z;
static void *t(void *p)
{
	gmtime(&z);
	return p;
}
int main(void)
{
	pthread_t a;
	struct tm *g = gmtime(&z);
	pthread_create(&a, NULL, t, NULL);
	int y = g->tm_year;
	pthread_join(a, NULL);
	(void)y;
	return 0;
}
