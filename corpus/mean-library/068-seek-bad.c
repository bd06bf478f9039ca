// POSIX fseek/ftell: a bad whence or a negative position is refused, ftell gives -1 or a position.
#include <assert.h>
#include <stdio.h>
#include <errno.h>

int main(void)
{
	FILE *f = fopen("/dev/zero", "r");
	if (!f)
		return 0;
	assert(setvbuf(f, NULL, 77, 0) != 0);
	errno = 0;
	assert(fseek(f, 0, 77) == -1 && errno == EINVAL);
	long p = ftell(f);
	assert(p >= 0 || p == -1);
	rewind(f);
	assert(!ferror(f));
	return 0;
}
