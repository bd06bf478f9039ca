/* pthread_exit and cancellation do not run __attribute__((cleanup)) in code that gcc compiles without -fexceptions. */
#include <assert.h>
#include <pthread.h>

static int n;
static void up(int *p) { n++; }
static void *leaves(void *a) { __attribute__((cleanup(up))) int x = 1; pthread_exit(0); return 0; }
static void *returns(void *a) { __attribute__((cleanup(up))) int x = 1; return 0; }

int main(void)
{
	pthread_t t;
	pthread_create(&t, 0, leaves, 0);
	pthread_join(t, 0);
	assert(n == 0);
	pthread_create(&t, 0, returns, 0);
	pthread_join(t, 0);
	assert(n == 1);
	return 0;
}
