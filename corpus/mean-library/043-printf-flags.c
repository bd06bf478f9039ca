// C11 7.21.6.1: flags, width and precision of integer conversions into a buffer, and the returned length.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char b[64];
	assert(sprintf(b, "%5d|%-5d|%05d", 42, 42, -42) == 17);
	assert(strcmp(b, "   42|42   |-0042") == 0);
	sprintf(b, "%+d % d %#x %#o %X", 5, 5, 255, 8, 171);
	assert(strcmp(b, "+5  5 0xff 010 AB") == 0);
	assert(sprintf(b, "%.0d", 0) == 0 && b[0] == 0);
	sprintf(b, "%.3d|%6.3d|%#x|%%", 7, -7, 0);
	assert(strcmp(b, "007|  -007|0|%") == 0);
	return 0;
}
