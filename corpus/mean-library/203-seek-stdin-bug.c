// POSIX fseek: fails with ESPIPE when standard input is a pipe.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	int r = fseek(stdin, 0, SEEK_SET);
	assert(r == 0 || r == -1);
	assert(r == 0);
	return 0;
}
