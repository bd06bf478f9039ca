// C11 7.21.6.5: snprintf returns the length it would have had, writes at most n-1 characters and a null, and nothing
// for n = 0.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char b[6] = "qqqqq";
	assert(snprintf(b, 3, "%d", 12345) == 5);
	assert(strcmp(b, "12") == 0 && b[3] == 'q');
	assert(snprintf(b, 0, "zzz") == 3 && b[0] == '1');
	assert(snprintf(NULL, 0, "%s-%d", "abc", 10) == 6);
	assert(snprintf(b, 1, "x") == 1 && b[0] == 0);
	assert(snprintf(b, sizeof b, "%s", "") == 0);
	return 0;
}
