// C11 7.24.2.2: memmove forward by one does not smear the first byte (that is what a naive loop does).
#include <assert.h>
#include <string.h>

int main(void)
{
	int a[4] = { 1, 2, 3, 4 };
	memmove(a + 1, a, 3 * sizeof a[0]);
	assert(a[0] == 1 && a[1] == 1);
	assert(a[2] == 1 && a[3] == 1);
	return 0;
}
