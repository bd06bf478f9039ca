// C11 F.10.9, 7.12.11, 7.12.13: a NaN is missing data for fmin/fmax; fdim, copysign, nextafter, fma.
#include <assert.h>
#include <math.h>
#include <float.h>

int main(void)
{
	double nan = NAN;
	assert(fmin(nan, 1) == 1 && fmax(2, nan) == 2 && isnan(fmin(nan, nan)));
	assert(fdim(3, 5) == 0 && fdim(5, 3) == 2 && isnan(fdim(nan, 1)));
	assert(copysign(3, -0.0) == -3);
	assert(nextafter(1, 2) == 1 + DBL_EPSILON && nextafter(0, 1) == DBL_TRUE_MIN && nextafter(2, 2) == 2);
	assert(fma(2, 3, 4) == 10 && fma(1 + DBL_EPSILON, 1 + DBL_EPSILON, -1 - 2 * DBL_EPSILON) != 0);
	return 0;
}
