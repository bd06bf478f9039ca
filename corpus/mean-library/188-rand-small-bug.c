// C11 7.22.2.1: RAND_MAX is at least 32767, glibc's is INT_MAX; the first value is above 32767.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
	int r = rand();
	assert(r >= 0);
	assert(r <= 32767);
	return 0;
}
