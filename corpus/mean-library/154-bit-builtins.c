// Gcc manual: popcount, clz, ctz, ffs, parity, bswap for int and long operands; POSIX ffs.
#include <assert.h>
#include <strings.h>

int main(void)
{
	int x = -1, n = 0;
	assert(__builtin_popcount(x) == 32 && __builtin_popcountl(x) == 64 && __builtin_popcountll(0) == 0);
	assert(__builtin_clz(1) == 31 && __builtin_clzl(1) == 63 && __builtin_ctz(8) == 3 && __builtin_ctzll(1ULL << 40) == 40);
	assert(__builtin_ffs(0) == 0 && __builtin_ffs(12) == 3 && ffs(-2147483647 - 1) == 32);
	assert(__builtin_parity(7) == 1 && __builtin_clrsb(-1) == 31);
	assert(__builtin_bswap16(0x1234) == 0x3412 && __builtin_bswap32(0x01020304) == 0x04030201);
	assert(__builtin_expect(n++, 0) == 0 && n == 1);
	assert(__builtin_constant_p(n++) == 0 && n == 1);
	assert(__builtin_choose_expr(1, 5, n++) == 5 && n == 1);
	assert(__builtin_types_compatible_p(int, const int) && !__builtin_types_compatible_p(char, signed char));
	return 0;
}
