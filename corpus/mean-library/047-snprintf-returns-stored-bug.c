// C11 7.21.6.5: the result of snprintf is not the number of characters stored when it truncates.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char b[4];
	int r = snprintf(b, sizeof b, "%s", "hello");
	assert(b[3] == 0);
	assert(r == strlen(b));
	return 0;
}
