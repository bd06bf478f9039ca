// IEEE 754: floor(x + 0.5) is not round(x): the sum 0.49999999999999994 + 0.5 rounds to 1.
#include <assert.h>
#include <math.h>

extern double __VERIFIER_nondet_double(void);
int main(void)
{
	double x = 0.49999999999999994;
	assert(round(x) == 0);
	assert(floor(x + 0.5) == round(x));
	return 0;
}
