// C11 7.22.1.3: strtod takes the longest valid prefix; hexadecimal, infinity and negative zero are accepted.
#include <assert.h>
#include <stdlib.h>
#include <math.h>
#include <errno.h>

int main(void)
{
	char *e;
	const char *s = "1e", *t = "2.5.5", *d = ".";
	assert(strtod(s, &e) == 1.0 && e == s + 1);
	assert(strtod(t, &e) == 2.5 && e == t + 3);
	assert(strtod(d, &e) == 0.0 && e == d);
	assert(strtod("0x1.8p3", &e) == 12.0 && *e == 0);
	assert(isinf(strtod("-INFx", &e)) && *e == 'x');
	assert(signbit(strtod("-0", NULL)));
	errno = 0;
	assert(strtod("1e400", NULL) == HUGE_VAL && errno == ERANGE);
	return 0;
}
