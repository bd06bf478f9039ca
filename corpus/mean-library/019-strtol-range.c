// C11 7.22.1.4p8: out of range gives LONG_MAX/LONG_MIN with ERANGE, endptr behind all digits, and success leaves
// errno alone.
#include <assert.h>
#include <stdlib.h>
#include <errno.h>
#include <limits.h>

int main(void)
{
	char *e;
	errno = 0;
	assert(strtol("9223372036854775808", &e, 10) == LONG_MAX && errno == ERANGE && *e == 0);
	assert(strtol("5", NULL, 10) == 5 && errno == ERANGE);
	errno = 0;
	assert(strtol("-9223372036854775808x", &e, 10) == LONG_MIN && errno == 0 && *e == 'x');
	assert(strtol("-9223372036854775809", &e, 10) == LONG_MIN && errno == ERANGE);
	return 0;
}
