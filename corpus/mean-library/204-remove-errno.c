// POSIX remove/rename: 0 or -1, and -1 comes with errno; a second remove need not fail.
#include <assert.h>
#include <stdio.h>
#include <errno.h>

int main(void)
{
	errno = 0;
	int r = remove("mean-no-such-file");
	assert(r == 0 || (r == -1 && errno != 0));
	errno = 0;
	r = rename("mean-no-such-file", "mean-other");
	assert(r == 0 || (r == -1 && errno > 0));
	return 0;
}
