// C11 7.22.6.2, 6.5.5: quotients truncate toward zero, the remainder has the sign of the dividend.
#include <assert.h>
#include <stdlib.h>
#include <limits.h>

int main(void)
{
	div_t d = div(-7, 2);
	assert(d.quot == -3 && d.rem == -1);
	d = div(7, -2);
	assert(d.quot == -3 && d.rem == 1);
	ldiv_t l = ldiv(LONG_MIN, 10);
	assert(l.rem == -8 && l.quot * 10 + l.rem == LONG_MIN);
	assert(lldiv(-1, 2).quot == 0 && lldiv(-1, 2).rem == -1);
	assert(abs(-3) == 3 && labs(-2147483648L) == 2147483648L);
	return 0;
}
