// POSIX getpid, isatty, sysconf: the process id is positive and does not change; isatty 0 comes with errno.
#include <assert.h>
#include <unistd.h>
#include <errno.h>

int main(void)
{
	assert(getpid() == getpid() && getpid() > 0);
	errno = 0;
	int t = isatty(0);
	assert(t == 1 || (t == 0 && errno != 0));
	errno = 0;
	assert(isatty(-1) == 0 && errno == EBADF);
	long n = sysconf(_SC_PAGESIZE);
	assert(n >= 1 && (n & (n - 1)) == 0);
	errno = 0;
	assert(sysconf(12345) == -1 && errno == EINVAL);
	return 0;
}
