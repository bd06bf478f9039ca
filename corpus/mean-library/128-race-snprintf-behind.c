// C11 7.21.6.5: snprintf with n = 4 writes nothing at b[4] or behind; %.2s reads two bytes of s only.
#include <assert.h>
#include <stdio.h>
#include <pthread.h>

static char b[8];
static char s[3] = { 'h', 'i', '!' };
static void *t(void *p)
{
	b[4] = 'x';
	s[2] = '?';
	return p;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	snprintf(b, 4, "%.2s%d", s, 12345);
	pthread_join(a, NULL);
	return 0;
}
