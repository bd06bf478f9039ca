// C11 7.21.7.1, 6.3.1.3: stored in a char the byte 0xff looks like EOF: fails when the input has that byte.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	char c = getchar();
	if (c == EOF)
		assert(feof(stdin) || ferror(stdin));
	return 0;
}
