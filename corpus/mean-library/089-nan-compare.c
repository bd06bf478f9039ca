// C11 7.12.3, 7.12.14: classification and quiet comparison macros.
#include <assert.h>
#include <math.h>
#include <float.h>

extern double __VERIFIER_nondet_double(void);
int main(void)
{
	double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
	assert(isunordered(x, y) == (isnan(x) || isnan(y)));
	assert(!isless(x, y) || x < y);
	if (!(x < y) && !isunordered(x, y))
		assert(x >= y);
	assert(isfinite(x) || isinf(x) || isnan(x));
	assert(fpclassify(DBL_MIN / 2) == FP_SUBNORMAL && fpclassify(-0.0) == FP_ZERO && fpclassify(DBL_MAX * 2) == FP_INFINITE);
	return 0;
}
