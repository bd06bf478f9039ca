// C11 7.21.7.3, 7.21.5.2: buffered output can be lost at fflush: fails on a full disk (/dev/full).
#include <assert.h>
#include <stdio.h>

int main(void)
{
	if (fputs("hello\n", stdout) >= 0)
		assert(fflush(stdout) == 0);
	return 0;
}
