// POSIX setenv with overwrite 0 keeps an existing value: fails when MEAN_B is in the environment.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	assert(setenv("MEAN_B", "x", 0) == 0);
	assert(getenv("MEAN_B") != NULL);
	assert(strcmp(getenv("MEAN_B"), "x") == 0);
	return 0;
}
