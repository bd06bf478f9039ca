// Errno(3), glibc: a new thread's errno is a zero-initialised thread-local object, not a copy of the creator's.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *t(void *p)
{
	assert(errno == 0);
	return p;
}
int main(void)
{
	pthread_t a;
	errno = ENOMEM;
	pthread_create(&a, NULL, t, NULL);
	pthread_join(a, NULL);
	assert(errno == ENOMEM);
	return 0;
}
