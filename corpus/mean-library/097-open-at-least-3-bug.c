// POSIX open: the lowest free descriptor: fails when standard input is closed, the result is 0.
#include <assert.h>
#include <fcntl.h>

int main(void)
{
	int fd = open("/dev/null", O_RDONLY);
	if (fd != -1)
		assert(fd > 2);
	return 0;
}
