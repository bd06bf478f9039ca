// POSIX lseek: a negative resulting offset is refused, success returns the new offset; a bad whence or descriptor is
// -1. The file is new: an old one may be a device, which takes any offset.
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
#include <errno.h>

int main(void)
{
	errno = 0;
	assert(lseek(-1, 0, SEEK_SET) == -1 && errno == EBADF);
	int fd = open("mean-new", O_RDWR | O_CREAT | O_EXCL, 0600);
	if (fd < 0)
		return 0;
	errno = 0;
	assert(lseek(fd, -1, SEEK_SET) == -1 && errno != 0);
	assert(lseek(fd, 0, 77) == -1);
	off_t p = lseek(fd, 5, SEEK_SET);
	assert(p == 5 || p == -1);
	return 0;
}
