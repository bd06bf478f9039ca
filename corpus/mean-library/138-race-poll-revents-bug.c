// POSIX poll clears or sets revents in every entry while the other thread reads it.
#include <assert.h>
#include <poll.h>
#include <pthread.h>

static struct pollfd f = { 0, POLLIN, 0 };
static void *t(void *p)
{
	return f.revents ? p : NULL;
}
int main(void)
{
	pthread_t a;
	pthread_create(&a, NULL, t, NULL);
	poll(&f, 1, 0);
	pthread_join(a, NULL);
	return 0;
}
