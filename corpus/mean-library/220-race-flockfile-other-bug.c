// POSIX flockfile: the locks of stdout and stderr are different locks.
#include <assert.h>
#include <stdio.h>
#include <pthread.h>

static int n;
static void *t(void *p)
{
	flockfile(stderr);
	n++;
	funlockfile(stderr);
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
	return 0;
}
