// C11 7.12.9, F.10.6: rounding functions for halves and negative zero.
#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);
int main(void)
{
	double h = -2.5, s = -0.5;
	assert(round(h) == -3 && rint(h) == -2 && trunc(h) == -2 && floor(h) == -3 && ceil(h) == -2);
	assert(nearbyint(3.5) == 4 && lround(s) == -1 && lrint(s) == 0);
	assert(ceil(s) == 0 && signbit(ceil(s)) && signbit(round(-0.4)) && signbit(trunc(s)));
	double x = __VERIFIER_nondet_double();
	if (x >= 0 && x < 100)
		assert(floor(x) <= x && x < floor(x) + 1 && floor(x) == (int)x);
	return 0;
}
