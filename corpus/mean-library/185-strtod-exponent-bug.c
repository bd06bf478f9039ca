// C11 7.22.1.3: an exponent part needs a digit, so "1e+" ends behind the 1.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	char *e;
	const char *s = "1e+";
	double v = strtod(s, &e);
	assert(v == 1.0);
	assert(e == s + 3);
	return 0;
}
