// POSIX setenv copies the value, so a later change of the buffer is not seen (putenv would).
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char v[] = "1";
	assert(setenv("MEAN_D", v, 1) == 0);
	v[0] = '2';
	assert(strcmp(getenv("MEAN_D"), "2") == 0);
	return 0;
}
