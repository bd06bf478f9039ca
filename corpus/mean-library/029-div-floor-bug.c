// C11 6.5.5p6: -7/2 is -3 and not -4; but an arithmetic shift on gcc is a floor.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	int x = -7;
	assert(x >> 1 == -4);
	assert(div(x, 2).quot == x >> 1);
	return 0;
}
