// C11 7.22.1.4: strtol stores through endptr, in both threads into one pointer.
#include <assert.h>
#include <stdlib.h>
#include <pthread.h>

static char *end;
static void *t(void *p)
{
	strtol("12", &end, 10);
	return p;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	strtol("34", &end, 10);
	pthread_join(a, NULL);
	return 0;
}
