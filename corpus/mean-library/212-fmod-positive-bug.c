// C11 7.12.10.1: fmod of a negative number by 360 is negative or zero, not in 0..360.
#include <assert.h>
#include <math.h>

extern int __VERIFIER_nondet_int(void);
int main(void)
{
	double a = fmod(__VERIFIER_nondet_int(), 360);
	assert(a > -360 && a < 360);
	assert(a >= 0);
	return 0;
}
