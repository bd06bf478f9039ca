// C11 7.5p3: no library function sets errno to zero, so it is still ERANGE after a successful strtol.
#include <assert.h>
#include <stdlib.h>
#include <errno.h>

int main(void)
{
	errno = ERANGE;
	long v = strtol("7", NULL, 10);
	assert(v == 7);
	assert(errno == 0);
	return 0;
}
