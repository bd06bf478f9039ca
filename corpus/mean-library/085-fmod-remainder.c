// C11 7.12.10, F.10.7: fmod has the sign of x, remainder rounds the quotient to even, both are exact.
#include <assert.h>
#include <math.h>
#include <errno.h>

int main(void)
{
	double z = 0, one = 1;
	assert(fmod(-5.5, 2) == -1.5 && fmod(5.5, -2) == 1.5);
	assert(signbit(fmod(-4, 2)) && fmod(3, INFINITY) == 3);
	assert(remainder(7, 4) == -1 && remainder(5, 2) == 1 && remainder(7, 2) == -1);
	errno = 0;
	assert(isnan(fmod(one, z)) && errno == EDOM);
	return 0;
}
