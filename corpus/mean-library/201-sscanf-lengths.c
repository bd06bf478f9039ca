// C11 7.21.6.2p11: hh, h, l store into exactly that type and leave the neighbours alone; %u accepts a minus sign.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	struct { signed char a, b; short c, d; } s = { 1, 2, 3, 4 };
	unsigned u; long l; size_t z;
	assert(sscanf("-5", "%hhd", &s.a) == 1 && s.a == -5 && s.b == 2);
	assert(sscanf("300", "%hd", &s.c) == 1 && s.c == 300 && s.d == 4);
	assert(sscanf("-1", "%u", &u) == 1 && u == 4294967295u);
	assert(sscanf("4294967296 8", "%ld %zu", &l, &z) == 2 && l == 1L << 32 && z == 8);
	return 0;
}
