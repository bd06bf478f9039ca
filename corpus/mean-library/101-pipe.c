// POSIX pipe: bytes in order, a write of at most PIPE_BUF is whole, end of file when the write end is closed, no
// seeking.
#include <assert.h>
#include <unistd.h>
#include <errno.h>
#include <string.h>

int main(void)
{
	int p[2];
	char b[8] = "";
	if (pipe(p) != 0)
		return 0;
	assert(p[0] >= 0 && p[1] >= 0 && p[0] != p[1]);
	assert(write(p[1], "a", 1) == 1 && write(p[1], "bc", 2) == 2);
	assert(read(p[0], b, 2) == 2 && strcmp(b, "ab") == 0);
	errno = 0;
	assert(lseek(p[0], 0, SEEK_SET) == -1 && errno == ESPIPE);
	close(p[1]);
	assert(read(p[0], b, 8) == 1 && b[0] == 'c');
	assert(read(p[0], b, 8) == 0);
	errno = 0;
	assert(write(p[0], b, 1) == -1 && errno == EBADF);
	return 0;
}
