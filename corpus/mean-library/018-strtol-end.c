// C11 7.22.1.4: endptr points at the first character not converted; "0x" converts only the 0.
#include <assert.h>
#include <stdlib.h>
#include <errno.h>

int main(void)
{
	char *e;
	const char *s = "  -42abc", *x = "0x", *n = "zz";
	errno = 0;
	assert(strtol(s, &e, 10) == -42 && e == s + 5);
	assert(strtol(x, &e, 16) == 0 && e == x + 1);
	assert(strtol("0x1F", &e, 0) == 31 && *e == 0);
	assert(strtol("017", NULL, 0) == 15);
	assert(strtol("z", NULL, 36) == 35);
	assert(errno == 0);
	assert(strtol(n, &e, 10) == 0 && e == n);
	return 0;
}
