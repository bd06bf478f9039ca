// POSIX getcwd: EINVAL for size 0, never fits in one byte; on success the buffer itself with an absolute path.
#include <assert.h>
#include <unistd.h>
#include <errno.h>
#include <string.h>

int main(void)
{
	char b[16];
	errno = 0;
	assert(getcwd(b, 0) == NULL && errno == EINVAL);
	assert(getcwd(b, 1) == NULL);
	errno = 0;
	char *r = getcwd(b, sizeof b);
	if (r)
		assert(r == b && b[0] == '/' && strlen(b) < sizeof b);
	else
		assert(errno != 0);
	return 0;
}
