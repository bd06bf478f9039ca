// C11 6.5.1.1, 6.4.4.4: types of constants, char is a type of its own, arrays decay, qualifiers drop from rvalues,
// integer promotions.
#include <assert.h>
#include <stddef.h>

#define T(e) _Generic((e), char: 1, signed char: 2, unsigned char: 3, int: 4, unsigned: 5, long: 6, unsigned long: 7, char *: 8, float: 9, double: 10, default: 0)
int main(void)
{
	const int ci = 1;
	char c = 0; short s = 0; unsigned char u = 0; float f = 0;
	assert(T('a') == 4 && T(c) == 1 && T(u) == 3 && T(s) == 0);
	assert(T(ci) == 4 && T("x") == 8 && T(+c) == 4 && T(u << 1) == 4 && T(s + s) == 4);
	assert(T(sizeof c) == 7 && T(1u - 2) == 5 && T(2147483648) == 6 && T(0x80000000) == 5);
	assert(T(f) == 9 && T(f + 1) == 9 && T(f * 1.0) == 10 && T(c ? 1 : 1L) == 6 && T((c, u)) == 3);
	return 0;
}
