// POSIX putenv: the string itself becomes part of the environment, changing it changes the environment; setenv
// copies.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

static char e[] = "MEAN_C=1";
int main(void)
{
	char v[] = "1";
	assert(putenv(e) == 0);
	assert(getenv("MEAN_C") == e + 7);
	e[7] = '2';
	assert(strcmp(getenv("MEAN_C"), "2") == 0);
	assert(setenv("MEAN_D", v, 1) == 0);
	v[0] = '2';
	assert(strcmp(getenv("MEAN_D"), "1") == 0);
	return 0;
}
