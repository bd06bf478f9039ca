// C11 7.21.6.1p8 %n: it stores the number of characters so far into an object of exactly the modifier's type.
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <stdint.h>
#include <stddef.h>

int main(void)
{
	char b[16];
	struct { signed char a, guard; short h, guard2; } s = { 1, 77, 1, 99 };
	int i; long l; long long q; intmax_t j; size_t z; ptrdiff_t t;
	int r = sprintf(b, "a%hhnb%hnc%n%5d%ln%llnx%jn%zn%tn", &s.a, &s.h, &i, 7, &l, &q, &j, &z, &t);
	assert(r == 9 && strcmp(b, "abc    7x") == 0);
	assert(s.a == 1 && s.guard == 77 && s.h == 2 && s.guard2 == 99);
	assert(i == 3 && l == 8 && q == 8 && j == 9 && z == 9 && t == 9);
	return 0;
}
