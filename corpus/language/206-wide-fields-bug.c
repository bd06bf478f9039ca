/* A field of 40 bits is unsigned in its own 40 bits: the largest value plus an int wraps. */
#include <assert.h>

struct s { unsigned long long a : 40; };
int main(void)
{
	struct s s = { ~0ull };
	assert(s.a + 1 == 1ull << 40);
	return 0;
}
