// POSIX fopen/fdopen (glibc): an invalid mode is EINVAL, a descriptor that is not open EBADF.
#include <assert.h>
#include <stdio.h>
#include <errno.h>

int main(void)
{
	errno = 0;
	assert(fopen("/dev/null", "z") == NULL && errno == EINVAL);
	errno = 0;
	assert(fdopen(-1, "r") == NULL && errno == EBADF);
	assert(fileno(stdin) == 0 && fileno(stdout) == 1 && fileno(stderr) == 2);
	assert(fflush(stdin) == 0 || errno != 0);
	return 0;
}
