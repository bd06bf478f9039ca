// IEEE 754 5.11: a NaN is unordered, so none of <, ==, > holds.
#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);
int main(void)
{
	double x = __VERIFIER_nondet_double();
	assert(!(x != x) == !isnan(x));
	assert(x < 1 || x == 1 || x > 1);
	return 0;
}
