// C11 7.5p2: errno is a modifiable lvalue of thread storage duration.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *t(void *p)
{
	errno = 5;
	assert(errno == 5);
	return &errno == p ? p : NULL;
}
int main(void)
{
	pthread_t a, b;
	void *r;
	errno = 3;
	pthread_create(&a, NULL, t, &errno);
	pthread_create(&b, NULL, t, &errno);
	errno = 4;
	assert(errno == 4);
	pthread_join(a, &r);
	assert(r == NULL);
	pthread_join(b, NULL);
	return 0;
}
