// C11 7.22.5.2: the result is a permutation in ascending order as the comparison function says.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static int cmp(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;
	return (x > y) - (x < y);
}
int main(void)
{
	int a[3];
	int zeros = 0, after = 0;
	for (int i = 0; i < 3; i++) {
		a[i] = __VERIFIER_nondet_int();
		zeros += a[i] == 0;
	}
	qsort(a, 3, sizeof a[0], cmp);
	for (int i = 0; i < 3; i++)
		after += a[i] == 0;
	assert(a[0] <= a[1] && a[1] <= a[2]);
	assert(zeros == after);
	return 0;
}
