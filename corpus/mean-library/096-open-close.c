// POSIX open/close: -1 with errno or a new number; lowest free number first, so a closed one comes back; closing
// twice is EBADF.
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>
#include <errno.h>

int main(void)
{
	errno = 0;
	assert(close(-1) == -1 && errno == EBADF);
	errno = 0;
	int a = open("/dev/null", O_RDONLY);
	if (a < 0) {
		assert(a == -1 && errno != 0);
		return 0;
	}
	int b = open("/dev/null", O_RDONLY);
	assert(a != b && b >= -1);
	close(a);
	errno = 0;
	assert(close(a) == -1 && errno == EBADF);
	int c = open("/dev/null", O_RDONLY);
	assert(c == a || c == -1);
	return 0;
}
