// C11 7.21.6.1p7: %hhd of 200 is the signed char -56.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char b[16];
	unsigned char c = 200;
	sprintf(b, "%hhu", c);
	assert(atoi(b) == 200);
	sprintf(b, "%hhd", c);
	assert(atoi(b) == 200);
	return 0;
}
