// POSIX sigemptyset, sigaddset, sigismember: 0/1 membership, EINVAL for numbers that are no signal.
#include <assert.h>
#include <signal.h>
#include <errno.h>

int main(void)
{
	sigset_t s, t;
	assert(sigemptyset(&s) == 0 && sigismember(&s, SIGINT) == 0);
	assert(sigaddset(&s, SIGINT) == 0 && sigismember(&s, SIGINT) == 1);
	t = s;
	assert(sigdelset(&s, SIGINT) == 0 && sigismember(&s, SIGINT) == 0 && sigismember(&t, SIGINT) == 1);
	assert(sigfillset(&s) == 0 && sigismember(&s, SIGUSR2) == 1);
	errno = 0;
	assert(sigaddset(&s, 0) == -1 && errno == EINVAL);
	assert(sigismember(&s, 1000) == -1);
	return 0;
}
