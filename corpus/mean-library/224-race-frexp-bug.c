// C11 7.12.6.4, 7.12.6.12: frexp stores the exponent through its pointer; modf in the other thread has another
// object, the reader does not.
#include <assert.h>
#include <math.h>
#include <pthread.h>

static int e;
static double ip;
static void *t(void *p)
{
	double f = modf(2.5, &ip);
	return e && f ? p : NULL;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	double m = frexp(8.0, &e);
	pthread_join(a, NULL);
	return m == 0;
}
