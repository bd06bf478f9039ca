// Stpcpy(3) returns the end, not the destination as strcpy does.
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void)
{
	char b[8];
	assert(strcpy(b, "abc") == b);
	assert(stpcpy(b, "abc") == b);
	return 0;
}
