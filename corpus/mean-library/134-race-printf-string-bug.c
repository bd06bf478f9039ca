// C11 7.21.6.1: printf reads the array that %s points to.
#include <assert.h>
#include <stdio.h>
#include <pthread.h>

static char s[4] = "abc";
static void *t(void *p)
{
	s[0] = 'x';
	return p;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	printf("%s\n", s);
	pthread_join(a, NULL);
	return 0;
}
