// Gcc manual: __int128 arithmetic, shifts, conversions and comparison.
#include <assert.h>
#include <stdint.h>

extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void)
{
	unsigned __int128 a = (unsigned __int128)UINT64_MAX * UINT64_MAX;
	assert((uint64_t)(a >> 64) == UINT64_MAX - 1 && (uint64_t)a == 1);
	__int128 m = -1;
	assert(m < 0 && (uint64_t)(m >> 64) == UINT64_MAX && m / 2 == 0 && m % 2 == -1);
	assert(sizeof m == 16 && _Alignof(__int128) == 16);
	unsigned long x = __VERIFIER_nondet_ulong();
	assert((unsigned __int128)x + 1 > x);
	assert((double)((__int128)1 << 100) == 0x1p100 && (__int128)-3.9 == -3);
	return 0;
}
