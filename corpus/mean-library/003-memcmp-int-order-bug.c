// C11 7.24.4.1: memcmp orders by the first differing byte, on little-endian x86 that is not the order of ints (256 is
// 00 01, 1 is 01 00).
#include <assert.h>
#include <string.h>

int main(void)
{
	int a = 256, b = 1;
	assert(memcmp(&a, &b, sizeof a) != 0);
	assert(memcmp(&a, &b, sizeof a) > 0);
	return 0;
}
