// C11 7.12.6, F.10.3: exact splitting and scaling.
#include <assert.h>
#include <math.h>

int main(void)
{
	int e;
	double ip;
	assert(frexp(8.0, &e) == 0.5 && e == 4);
	assert(frexp(-0.75, &e) == -0.75 && e == 0);
	assert(frexp(0.0, &e) == 0 && e == 0);
	assert(ldexp(0.5, 4) == 8 && scalbn(3, -1) == 1.5);
	assert(modf(-3.25, &ip) == -0.25 && ip == -3);
	assert(modf(INFINITY, &ip) == 0 && isinf(ip));
	assert(ilogb(8.5) == 3 && logb(0.25) == -2 && ilogb(0) == FP_ILOGB0);
	return 0;
}
