// C11 7.22.1.4p5: strtoul negates in the return type, "-1" is ULONG_MAX without an error.
#include <assert.h>
#include <stdlib.h>
#include <errno.h>
#include <limits.h>

int main(void)
{
	errno = 0;
	assert(strtoul("-1", NULL, 10) == ULONG_MAX);
	assert(strtoull("-2", NULL, 0) == ULLONG_MAX - 1);
	assert(errno == 0);
	assert(strtoul("18446744073709551616", NULL, 10) == ULONG_MAX && errno == ERANGE);
	return 0;
}
