// C11 7.21.6.2p7: after the matching failure nothing is stored through the second pointer.
#include <assert.h>
#include <stdio.h>
#include <pthread.h>

static int x, y;
static void *t(void *p)
{
	y = 1;
	return p;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	sscanf("5 x", "%d %d", &x, &y);
	pthread_join(a, NULL);
	return 0;
}
