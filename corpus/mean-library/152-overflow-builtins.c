// Gcc manual: the builtins compute in infinite precision, store the wrapped result and return whether it differs.
#include <assert.h>
#include <limits.h>
#include <stdbool.h>

int main(void)
{
	int i; signed char c; unsigned u; unsigned char uc; long l;
	assert(__builtin_add_overflow(INT_MAX, 1, &i) && i == INT_MIN);
	assert(!__builtin_add_overflow(INT_MAX, 1, &l) && l == 2147483648L);
	assert(!__builtin_add_overflow(INT_MAX, 1, &u) && u == 2147483648u);
	assert(__builtin_add_overflow(100, 28, &c) && c == -128);
	assert(!__builtin_sub_overflow(300u, 45, &uc) && uc == 255);
	assert(__builtin_sub_overflow(1u, 2u, &u) && u == UINT_MAX);
	assert(!__builtin_sub_overflow(1u, 2u, &i) && i == -1);
	assert(__builtin_mul_overflow(1L << 62, 2, &l) && l == LONG_MIN);
	assert(!__builtin_mul_overflow(-1, 5u, &i) && i == -5 && __builtin_add_overflow_p(200, 56, (unsigned char)0));
	return 0;
}
