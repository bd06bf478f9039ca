// C11 7.21.6.1p5: a negative * width is the - flag, a negative * precision is as if omitted; %.*s bounds what is
// read.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char b[32], raw[3] = { 'x', 'y', 'z' };
	sprintf(b, "%*d|%-*d|%*d", 3, 1, 3, 2, -3, 3);
	assert(strcmp(b, "  1|2  |3  ") == 0);
	assert(sprintf(b, "%.*s", 2, raw) == 2 && strcmp(b, "xy") == 0);
	assert(sprintf(b, "%.*s", -1, "whole") == 5);
	assert(sprintf(b, "%5.1s|", "abc") == 6 && strcmp(b, "    a|") == 0);
	assert(sprintf(b, "%c%c", 'a', 0) == 2 && strlen(b) == 1);
	return 0;
}
