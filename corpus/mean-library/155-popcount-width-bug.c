// Gcc manual: __builtin_popcount takes an unsigned int, the upper half of a long is cut off.
#include <assert.h>

int main(void)
{
	unsigned long x = 0xff00000000UL | 1;
	assert(__builtin_popcountl(x) == 9);
	assert(__builtin_popcount(x) == 9);
	return 0;
}
