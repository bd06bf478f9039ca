// C11 7.21.7.2: fgets stores into the buffer, getchar in the other thread is locked but the read of the buffer is
// not.
#include <assert.h>
#include <stdio.h>
#include <pthread.h>

static char b[4];
static void *t(void *p)
{
	getchar();
	return b[0] ? p : NULL;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	char *r = fgets(b, 4, stdin);
	pthread_join(a, NULL);
	return r == NULL;
}
