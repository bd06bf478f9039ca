// POSIX fopen: NULL comes with errno set; two streams that are open at once are different.
#include <assert.h>
#include <stdio.h>
#include <errno.h>

int main(void)
{
	errno = 0;
	FILE *f = fopen("mean-no-such-file", "r");
	if (!f)
		assert(errno != 0);
	FILE *g = fopen("/dev/null", "r");
	if (f && g)
		assert(f != g);
	if (g)
		assert(fileno(g) >= 0 && g != stdin && g != stdout && g != stderr);
	return 0;
}
