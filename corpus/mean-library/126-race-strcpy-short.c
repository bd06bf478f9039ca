// C11 7.24.2.3: strcpy writes the string and its null only; b[5] is another memory location.
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
	strcpy(b, "a");
	pthread_join(a, NULL);
	return 0;
}
