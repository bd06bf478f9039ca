// Gcc manual: case ranges, labels as values, statement expressions, typeof, empty asm with operands, local labels.
#include <assert.h>

static int kind(int c)
{
	switch (c) {
	case '0' ... '9': return 1;
	case 'a' ... 'f': case 'A' ... 'F': return 2;
	default: return 0;
	}
}
int main(void)
{
	static void *tab[] = { &&zero, &&one };
	int x = 41, r = 0;
	typeof(x) y = 1;
	__auto_type z = 2L;
	asm volatile("" : "+r"(x) : : "memory");
	assert(x == 41 && sizeof z == 8 && y == 1);
	assert(kind('9') == 1 && kind('F') == 2 && kind('g') == 0 && kind('/') == 0);
	goto *tab[x & 1];
zero:
	r += 10;
one:
	r += 1;
	assert(r == 1);
	assert(({ int q = r; q += 2; q; }) == 3);
	return 0;
}
