// C11 7.5p3: errno is zero at program startup and no library function sets it to zero.
#include <assert.h>
#include <errno.h>
#include <string.h>
#include <stdlib.h>

int main(void)
{
	assert(errno == 0);
	errno = 7;
	size_t n = strlen("abc");
	int v = atoi("3");
	assert(n == 3 && v == 3);
	assert(errno != 0);
	return 0;
}
