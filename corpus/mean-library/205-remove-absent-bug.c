// C11 7.21.4.1: the file may be there: fails when mean-file exists in the working directory.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	assert(remove("mean-file") != 0);
	return 0;
}
