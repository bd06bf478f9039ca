// POSIX 2.5.1, 2.9.1: stdio functions lock the stream themselves, two threads may print on one stream.
#include <assert.h>
#include <stdio.h>
#include <pthread.h>

static void *t(void *p)
{
	printf("%d\n", 1);
	fputs("x", stdout);
	fflush(stdout);
	return p;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	puts("main");
	fputc('y', stdout);
	pthread_join(a, NULL);
	return 0;
}
