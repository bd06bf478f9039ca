/* The sum is compared with the bits of the field, not with those of its declared type. */
#include <assert.h>

int main(void)
{
	struct { int small : 5; } s = {0};
	int x = 10, y = 6;
	assert(!__builtin_add_overflow_p(x, y, s.small));
	return 0;
}
