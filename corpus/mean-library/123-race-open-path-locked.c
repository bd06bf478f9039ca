// C11 5.1.2.4, POSIX 4.12: the library's reads of the path happen inside the critical section.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>

static char path[] = "/dev/null";
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *t(void *p)
{
	pthread_mutex_lock(&m);
	path[1] = 'D';
	pthread_mutex_unlock(&m);
	return p;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	pthread_mutex_lock(&m);
	open(path, O_RDONLY);
	pthread_mutex_unlock(&m);
	pthread_join(a, NULL);
	return 0;
}
