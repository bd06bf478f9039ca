// POSIX open reads the path through its argument; C11 5.1.2.4: that conflicts with the other thread's write.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>

static char path[] = "/dev/null";
static void *t(void *p)
{
	path[1] = 'D';
	return p;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	open(path, O_RDONLY);
	pthread_join(a, NULL);
	return 0;
}
