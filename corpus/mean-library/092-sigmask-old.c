// POSIX pthread_sigmask: the old set is what was set before; NULL set only asks; SIGKILL is silently not blocked; a
// thread inherits the mask.
#include <assert.h>
#include <signal.h>
#include <pthread.h>
#include <errno.h>

static void *t(void *p)
{
	sigset_t o;
	assert(pthread_sigmask(SIG_BLOCK, NULL, &o) == 0);
	assert(sigismember(&o, SIGUSR1) == 1 && sigismember(&o, SIGUSR2) == 0);
	return NULL;
}
int main(void)
{
	sigset_t s, o;
	pthread_t id;
	sigemptyset(&s);
	sigaddset(&s, SIGUSR1);
	sigaddset(&s, SIGKILL);
	assert(pthread_sigmask(SIG_SETMASK, &s, NULL) == 0);
	assert(pthread_sigmask(77, &s, NULL) == EINVAL);
	pthread_create(&id, NULL, t, NULL);
	assert(pthread_sigmask(SIG_UNBLOCK, &s, &o) == 0);
	assert(sigismember(&o, SIGUSR1) == 1 && sigismember(&o, SIGKILL) == 0);
	assert(pthread_sigmask(SIG_BLOCK, NULL, &o) == 0 && sigismember(&o, SIGUSR1) == 0);
	pthread_join(id, NULL);
	return 0;
}
