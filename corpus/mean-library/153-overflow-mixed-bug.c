// Gcc manual: -1 and 1u are added as mathematical integers, the sum 0 fits; no unsigned conversion happens first.
#include <assert.h>

int main(void)
{
	unsigned r = 7;
	int one = 1;
	assert(!__builtin_add_overflow(one, 1u, &r) && r == 2);
	assert(__builtin_add_overflow(-one, 1u, &r));
	return 0;
}
