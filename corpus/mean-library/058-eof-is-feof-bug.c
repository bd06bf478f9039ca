// C11 7.21.7.1: EOF from fgetc may be a read error: fails when stdin is closed (EBADF).
#include <assert.h>
#include <stdio.h>

int main(void)
{
	if (getchar() == EOF)
		assert(feof(stdin));
	return 0;
}
