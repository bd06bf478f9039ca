// C11 7.21.6.1p6: # puts 0x only before a nonzero result.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char b[16];
	sprintf(b, "%#x", 1);
	assert(strcmp(b, "0x1") == 0);
	sprintf(b, "%#x", 0);
	assert(strcmp(b, "0x0") == 0);
	return 0;
}
