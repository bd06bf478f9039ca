// POSIX write only reads its buffer; so do strlen, memcmp, fputs and a %s in the other thread.
#include <assert.h>
#include <unistd.h>
#include <stdio.h>
#include <string.h>
#include <pthread.h>

static char b[4] = "abc";
static void *t(void *p)
{
	if (strlen(b) == 3 && memcmp(b, "abc", 3) == 0)
		fputs(b, stdout);
	return p;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	ssize_t r = write(1, b, 3);
	pthread_join(a, NULL);
	return r < 0;
}
