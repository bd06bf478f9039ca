// C11 7.27.2.4: time stores through a pointer that is not null, here in both threads into one object.
#include <assert.h>
#include <time.h>
#include <pthread.h>

static time_t now;
static void *t(void *p)
{
	time(&now);
	return p;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	time(&now);
	pthread_join(a, NULL);
	return 0;
}
