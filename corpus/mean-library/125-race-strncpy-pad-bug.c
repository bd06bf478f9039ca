// C11 7.24.2.4: strncpy writes all n bytes, padding included, so the write of b[5] conflicts.
#include <assert.h>
#include <string.h>
#include <pthread.h>

static char b[8];
static void *t(void *p)
{
	b[5] = 'x';
	return p;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	strncpy(b, "a", 8);
	pthread_join(a, NULL);
	return 0;
}
