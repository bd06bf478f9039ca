// POSIX fopen: ENOENT is one of many errors: fails with EMFILE (ulimit -n 3) or EACCES.
#include <assert.h>
#include <stdio.h>
#include <errno.h>

int main(void)
{
	FILE *f = fopen("mean-no-such-file", "r");
	if (!f)
		assert(errno == ENOENT);
	return 0;
}
