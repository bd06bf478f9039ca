// C11 6.7.2.1 and gcc: a field wider than int keeps its own width in arithmetic, so 40-bit values wrap at 40 bits
// until widened.
#include <assert.h>

struct s { unsigned long a : 40; };
int main(void)
{
	struct s x = { ~0UL };
	assert(x.a == 0xffffffffffUL);
	assert(x.a + 1 == 0);
	assert((unsigned long)x.a + 1 == 1UL << 40);
	assert(x.a + 1UL == 1UL << 40);
	x.a++;
	assert(x.a == 0);
	return 0;
}
