// C11 7.24.2.1: copying five bytes with strcpy includes the null that lands in the other thread's half.
#include <assert.h>
#include <string.h>
#include <pthread.h>

static char b[8];
static void *t(void *p)
{
	strcpy(b, "abcd");
	return p;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	memset(b + 4, 'x', 4);
	pthread_join(a, NULL);
	return 0;
}
