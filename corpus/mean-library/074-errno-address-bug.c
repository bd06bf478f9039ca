// C11 7.5p2 and 5.1.2.4: the address of main's errno passed to a thread names main's object, so both write one int
// without order.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *t(void *p)
{
	*(int *)p = 5;
	return NULL;
}
int main(void)
{
	pthread_t a;
	errno = 3;
	pthread_create(&a, NULL, t, &errno);
	errno = 4;
	assert(errno == 4);
	pthread_join(a, NULL);
	return 0;
}
