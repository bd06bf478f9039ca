// C11 7.21.6.2p8: %c does not skip white space.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	int a;
	char c;
	assert(sscanf("7 x", "%d %c", &a, &c) == 2 && c == 'x');
	assert(sscanf("7 x", "%d%c", &a, &c) == 2);
	assert(c == 'x');
	return 0;
}
