// C11 7.22.1.2: atoi knows only base 10, "0x10" is 0.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	assert(atoi("010") == 10);
	assert(atoi("0x10") == 16);
	return 0;
}
