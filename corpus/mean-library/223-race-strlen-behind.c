// C11 7.24.6.3: strlen reads up to the first null character; b[3] is not part of the string.
#include <assert.h>
#include <string.h>
#include <pthread.h>

static char b[4] = "a";
static void *t(void *p)
{
	b[3] = 'x';
	return p;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	size_t n = strlen(b);
	pthread_join(a, NULL);
	return n != 1;
}
