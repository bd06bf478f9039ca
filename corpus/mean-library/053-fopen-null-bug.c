// C11 7.21.5.3: fopen may fail: fails when the file does not exist.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	FILE *f = fopen("mean-no-such-file", "r");
	assert(f);
	fclose(f);
	return 0;
}
