// C11 7.22.1.4p5: strtoul of a negative number is not a range error.
#include <assert.h>
#include <stdlib.h>
#include <errno.h>
#include <limits.h>

int main(void)
{
	errno = 0;
	unsigned long v = strtoul("-1", NULL, 10);
	assert(v == ULONG_MAX);
	assert(errno == ERANGE);
	return 0;
}
