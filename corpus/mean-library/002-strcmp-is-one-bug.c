// C11 7.24.4.2: strcmp returns something greater than zero, not necessarily 1 (glibc gives the difference, 25).
#include <assert.h>
#include <string.h>

int main(void)
{
	char z[2] = "z", a[2] = "a";
	int r = strcmp(z, a);
	assert(r > 0);
	assert(r == 1);
	return 0;
}
