// C11 7.24.4: memcmp compares bytes as unsigned char and does not stop at a NUL.
#include <assert.h>
#include <string.h>

int main(void)
{
	char a[3] = { -1, 0, 1 }, b[3] = { 1, 0, 2 };
	assert(memcmp(a, b, 3) > 0);
	assert(memcmp(a, b, 0) == 0);
	assert(memcmp(a + 1, b + 1, 1) == 0);
	assert(memcmp(a + 1, b + 1, 2) < 0);
	return 0;
}
