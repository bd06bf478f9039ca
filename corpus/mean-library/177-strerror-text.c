// C11 7.24.6.2: strerror maps every int to a string; it never returns NULL for a known number.
#include <assert.h>
#include <string.h>
#include <errno.h>

int main(void)
{
	const char *p = strerror(ENOENT);
	assert(p != NULL);
	assert(strlen(p) > 0);
	assert(strcmp(strerror(EINVAL), strerror(EINVAL)) == 0);
	return 0;
}
