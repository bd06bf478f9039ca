// POSIX dup/dup2/fcntl: a new number for the same description; dup2 onto itself is a no-op; FD_CLOEXEC is per
// descriptor.
#include <assert.h>
#include <unistd.h>
#include <fcntl.h>
#include <errno.h>

int main(void)
{
	int p[2];
	errno = 0;
	assert(dup(-1) == -1 && errno == EBADF);
	if (pipe(p) != 0)
		return 0;
	assert(dup2(p[0], p[0]) == p[0]);
	assert(fcntl(p[0], F_SETFD, FD_CLOEXEC) == 0 && fcntl(p[0], F_GETFD) == FD_CLOEXEC);
	int d = dup(p[0]);
	if (d != -1) {
		assert(d >= 0 && d != p[0] && d != p[1]);
		assert(fcntl(d, F_GETFD) == 0);
	}
	assert((fcntl(p[0], F_GETFL) & O_ACCMODE) == O_RDONLY && (fcntl(p[1], F_GETFL) & O_ACCMODE) == O_WRONLY);
	return 0;
}
