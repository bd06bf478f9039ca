// POSIX exec: ignored signals stay ignored: fails under nohup (SIGHUP is SIG_IGN at the start).
#include <assert.h>
#include <signal.h>

static void h(int s) { (void)s; }
int main(void)
{
	void (*old)(int) = signal(SIGHUP, h);
	assert(old == SIG_DFL);
	return 0;
}
