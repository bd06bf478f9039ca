// C11 7.24.6.1: memset converts c to unsigned char and sets every byte.
#include <assert.h>
#include <string.h>

int main(void)
{
	unsigned char b[3] = { 7, 7, 7 };
	unsigned x = 5;
	assert(memset(b, 0x1ff, 2) == b);
	assert(b[0] == 255 && b[1] == 255 && b[2] == 7);
	memset(&x, -1, sizeof x);
	assert(x == -1);
	memset(&x, 2, sizeof x);
	assert(x == 0x02020202u);
	memset(&x, 0, 1);
	assert(x == 0x02020200u);
	return 0;
}
