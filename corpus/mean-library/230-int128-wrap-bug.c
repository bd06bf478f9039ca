// C11 6.3.1.8: the sum of two 64-bit numbers is computed in 64 bits and widened too late.
#include <assert.h>

extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void)
{
	unsigned long x = __VERIFIER_nondet_ulong();
	unsigned __int128 s = x + 1;
	assert(s > x);
	return 0;
}
