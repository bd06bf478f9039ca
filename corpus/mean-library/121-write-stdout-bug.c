// POSIX write: fails when standard output is closed (EBADF) or the disk is full (ENOSPC).
#include <assert.h>
#include <unistd.h>
#include <errno.h>

int main(void)
{
	errno = 0;
	ssize_t r = write(1, "ok\n", 3);
	assert(r >= -1 && r <= 3 && (r != -1 || errno != 0));
	assert(r == 3);
	return 0;
}
