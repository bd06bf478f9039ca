// POSIX pipe: a stream of bytes without message boundaries, one read gets both writes.
#include <assert.h>
#include <unistd.h>

int main(void)
{
	int p[2];
	char b[8];
	if (pipe(p) != 0)
		return 0;
	assert(write(p[1], "a", 1) == 1 && write(p[1], "b", 1) == 1);
	assert(read(p[0], b, sizeof b) == 1);
	return 0;
}
