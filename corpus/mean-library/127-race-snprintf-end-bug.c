// C11 7.21.6.5: snprintf with n = 4 stores a null in b[3] when it truncates.
#include <assert.h>
#include <stdio.h>
#include <pthread.h>

static char b[8];
static void *t(void *p)
{
	b[3] = 'x';
	return p;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	snprintf(b, 4, "%s", (char *)"hello");
	pthread_join(a, NULL);
	return 0;
}
