// POSIX pthread_mutex_trylock returns its error number; it does not report through errno.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
	pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutex_lock(&m);
	errno = 0;
	int r = pthread_mutex_trylock(&m);
	assert(r == EBUSY);
	assert(r == -1 && errno == EBUSY);
	return 0;
}
