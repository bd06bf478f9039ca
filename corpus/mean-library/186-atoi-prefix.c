// C11 7.22.1.2: atoi is strtol of the initial portion in base 10.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	assert(atoi("12abc") == 12);
	assert(atoi("") == 0);
	assert(atoi(" \t\n+7") == 7);
	assert(atoi("- 5") == 0);
	assert(atoi("010") == 10);
	assert(atoi("0x10") == 0);
	assert(atol("-2147483649") == -2147483649L);
	assert(atof("1.5e1z") == 15.0);
	return 0;
}
