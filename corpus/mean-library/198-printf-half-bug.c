// Annex F.5 and glibc: decimal conversion rounds exactly, 2.5 to one digit less is the even 2.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	char b[16];
	sprintf(b, "%.0f", 3.5);
	assert(atoi(b) == 4);
	sprintf(b, "%.0f", 2.5);
	assert(atoi(b) == 3);
	return 0;
}
