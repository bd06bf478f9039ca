// POSIX read: -1 with errno, or 0 to n bytes; bytes beyond the buffer's n stay; a bad descriptor is EBADF.
#include <assert.h>
#include <unistd.h>
#include <errno.h>

int main(void)
{
	char b[4] = { 'q', 'q', 'q', 'q' };
	errno = 0;
	ssize_t r = read(0, b, 3);
	assert(r >= -1 && r <= 3);
	if (r == -1)
		assert(errno != 0);
	assert(b[3] == 'q');
	errno = 0;
	assert(read(-1, b, 1) == -1 && errno == EBADF);
	assert(write(-1, b, 1) == -1);
	return 0;
}
