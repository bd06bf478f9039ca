// POSIX fstat: at most one file type; EBADF for a bad descriptor; a pipe is a FIFO.
#include <assert.h>
#include <sys/stat.h>
#include <unistd.h>
#include <errno.h>

int main(void)
{
	struct stat s;
	int p[2];
	errno = 0;
	assert(fstat(-1, &s) == -1 && errno == EBADF);
	if (fstat(0, &s) == 0) {
		int k = !!S_ISREG(s.st_mode) + !!S_ISDIR(s.st_mode) + !!S_ISCHR(s.st_mode) + !!S_ISFIFO(s.st_mode) + !!S_ISSOCK(s.st_mode);
		assert(k <= 1);
		if (S_ISREG(s.st_mode))
			assert(s.st_size >= 0);
	}
	if (pipe(p) == 0 && fstat(p[0], &s) == 0)
		assert(S_ISFIFO(s.st_mode) && !S_ISREG(s.st_mode));
	return 0;
}
