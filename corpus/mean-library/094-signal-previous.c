// C11 7.14.1.1, POSIX sigaction: the previous handler is returned; SIGKILL cannot be caught.
#include <assert.h>
#include <signal.h>
#include <errno.h>
#include <stddef.h>

static void h(int s) { assert(0); }
int main(void)
{
	void (*old)(int) = signal(SIGUSR1, h);
	assert(old != SIG_ERR && old != h);
	assert(signal(SIGUSR1, SIG_IGN) == h);
	struct sigaction a = { .sa_handler = h }, o;
	assert(sigaction(SIGUSR1, &a, &o) == 0 && o.sa_handler == SIG_IGN);
	assert(sigaction(SIGUSR1, NULL, &o) == 0 && o.sa_handler == h);
	errno = 0;
	assert(signal(SIGKILL, h) == SIG_ERR && errno == EINVAL);
	return 0;
}
