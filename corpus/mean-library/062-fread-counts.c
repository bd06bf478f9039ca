// C11 7.21.8.1: fread returns at most nmemb; less only at end of file or error; size 0 gives 0 and touches nothing.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	char b[8] = "qqqqqqq";
	assert(fread(b, 0, 5, stdin) == 0 && b[0] == 'q');
	assert(fread(b, 5, 0, stdin) == 0 && b[0] == 'q');
	size_t n = fread(b, 2, 3, stdin);
	assert(n <= 3);
	if (n < 3)
		assert(feof(stdin) || ferror(stdin));
	assert(b[6] == 'q' && b[7] == 0);
	return 0;
}
