// C11 Annex F.10: values that are required exactly: pow, exp, log, trigonometric functions at zero, sqrt, hypot.
#include <assert.h>
#include <math.h>

int main(void)
{
	double nan = NAN, z = 0, two = 2;
	assert(pow(two, 3) == 8 && pow(nan, z) == 1 && pow(1, nan) == 1 && pow(-1, INFINITY) == 1);
	assert(exp(z) == 1 && log(1) == 0 && cos(z) == 1 && sin(z) == 0 && signbit(sin(-z)));
	assert(sqrt(4 * two) != 3 && sqrt(two * two * 4) == 4 && signbit(sqrt(-z)));
	assert(hypot(INFINITY, nan) == INFINITY && hypot(-3, z) == 3);
	assert(atan(z) == 0 && tanh(z) == 0 && exp(-INFINITY) == 0 && fabs(-z) == 0 && !signbit(fabs(-z)));
	return 0;
}
