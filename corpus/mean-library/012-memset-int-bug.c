// C11 7.24.6.1: memset(a, 1, n) makes each int 0x01010101, not 1.
#include <assert.h>
#include <string.h>

int main(void)
{
	int a[2];
	memset(a, 1, sizeof a);
	assert(a[0] == a[1]);
	assert(a[0] == 1);
	return 0;
}
