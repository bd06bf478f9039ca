// POSIX read writes the buffer when it succeeds, while the other thread reads it.
#include <assert.h>
#include <unistd.h>
#include <pthread.h>

static char b[4];
static int seen;
static void *t(void *p)
{
	seen = b[0];
	return p;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	ssize_t r = read(0, b, 4);
	pthread_join(a, NULL);
	return r < 0;
}
