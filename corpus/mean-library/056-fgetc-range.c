// C11 7.21.7.1: fgetc gives an unsigned char or EOF, and EOF means an indicator is set; both are clear at the start.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	assert(!feof(stdin) && !ferror(stdin));
	int c = fgetc(stdin);
	assert(c == EOF || (c >= 0 && c <= 255));
	if (c == EOF)
		assert(feof(stdin) || ferror(stdin));
	else
		assert(!feof(stdin) && !ferror(stdin));
	clearerr(stdin);
	assert(!feof(stdin) && !ferror(stdin));
	return 0;
}
