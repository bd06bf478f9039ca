// C11 7.12.1, math_error(7): glibc sets EDOM and ERANGE and returns NaN or HUGE_VAL.
#include <assert.h>
#include <math.h>
#include <errno.h>

int main(void)
{
	double m = -1, z = 0, big = 1000, two = 2;
	errno = 0;
	assert(isnan(sqrt(m)) && errno == EDOM);
	errno = 0;
	assert(log(z) == -HUGE_VAL && errno == ERANGE);
	errno = 0;
	assert(exp(big) == HUGE_VAL && errno == ERANGE);
	errno = 0;
	assert(isnan(acos(two)) && errno == EDOM);
	errno = 0;
	assert(isnan(pow(m, 0.5)) && errno == EDOM);
	errno = 0;
	assert(sqrt(two) > 1.41 && isnan(sqrt(NAN)) && errno == 0);
	return 0;
}
