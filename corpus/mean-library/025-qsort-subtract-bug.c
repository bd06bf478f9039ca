// C11 6.5p5 and x86: the difference of INT_MIN and 1 wraps to a positive number, the comparison is wrong for the pair
// that is there, and qsort of two elements does as it is told.
#include <assert.h>
#include <stdlib.h>
#include <limits.h>

static int cmp(const void *a, const void *b)
{
	unsigned d = (unsigned)*(const int *)a - (unsigned)*(const int *)b;
	return (int)d;
}
int main(void)
{
	int a[2] = { INT_MIN, 1 };
	qsort(a, 2, sizeof a[0], cmp);
	assert(a[0] < a[1]);
	return 0;
}
