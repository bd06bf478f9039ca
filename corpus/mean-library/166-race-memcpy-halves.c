// C11 7.24.2.1, 5.1.2.4: memcpy touches exactly n bytes; the halves of one array are different memory locations.
#include <assert.h>
#include <string.h>
#include <pthread.h>

static char b[8];
static void *t(void *p)
{
	memcpy(b, "abcd", 4);
	return p;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	memset(b + 4, 'x', 4);
	pthread_join(a, NULL);
	assert(b[3] == 'd' && b[4] == 'x' && b[7] == 'x');
	return 0;
}
