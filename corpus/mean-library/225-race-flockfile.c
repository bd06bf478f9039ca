// POSIX flockfile: one thread owns a FILE at a time, recursively, so the increments exclude each other.
#include <assert.h>
#include <stdio.h>
#include <pthread.h>

static int n;
static void *t(void *p)
{
	flockfile(stdout);
	flockfile(stdout);
	n++;
	funlockfile(stdout);
	n++;
	funlockfile(stdout);
	return p;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	flockfile(stdout);
	n++;
	funlockfile(stdout);
	pthread_join(a, NULL);
	assert(n == 3);
	return 0;
}
