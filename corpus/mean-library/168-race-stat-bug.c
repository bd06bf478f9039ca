// POSIX stat stores the result in the structure when it succeeds, which the other thread reads.
#include <assert.h>
#include <sys/stat.h>
#include <pthread.h>

static struct stat s;
static void *t(void *p)
{
	return s.st_size ? p : NULL;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	stat("/", &s);
	pthread_join(a, NULL);
	return 0;
}
