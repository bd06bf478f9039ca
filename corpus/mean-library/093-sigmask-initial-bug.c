// Signal(7), POSIX exec: the signal mask is inherited: fails when the parent had blocked SIGUSR1.
#include <assert.h>
#include <signal.h>
#include <pthread.h>

int main(void)
{
	sigset_t o;
	assert(pthread_sigmask(SIG_BLOCK, NULL, &o) == 0);
	int m = sigismember(&o, SIGUSR1);
	assert(m == 0 || m == 1);
	assert(m == 0);
	return 0;
}
