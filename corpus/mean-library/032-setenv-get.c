// POSIX setenv/unsetenv: overwrite 0 keeps the old value; unset removes; a name with '=' or an empty one is EINVAL.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	assert(setenv("MEAN_A", "1", 1) == 0);
	assert(strcmp(getenv("MEAN_A"), "1") == 0);
	assert(setenv("MEAN_A", "2", 0) == 0);
	assert(strcmp(getenv("MEAN_A"), "1") == 0);
	assert(setenv("MEAN_A", "", 1) == 0);
	assert(getenv("MEAN_A") != NULL && *getenv("MEAN_A") == 0);
	assert(unsetenv("MEAN_A") == 0 && getenv("MEAN_A") == NULL);
	assert(setenv("A=B", "1", 1) == -1 && errno == EINVAL);
	errno = 0;
	assert(setenv("", "1", 1) == -1 && errno == EINVAL);
	return 0;
}
