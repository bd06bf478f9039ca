// C11 7.22.5.1: bsearch finds some element that compares equal, or NULL; the key is the first argument of the
// comparison.
#include <assert.h>
#include <stdlib.h>

static int cmp(const void *k, const void *e)
{
	assert(*(const int *)k >= 2);
	return *(const int *)k - *(const int *)e;
}
int main(void)
{
	int a[5] = { 0, 1, 1, 2, 2 };
	int k = 2, z = 3;
	int *p = bsearch(&k, a, 5, sizeof a[0], cmp);
	assert(p == &a[3] || p == &a[4]);
	assert(*p == 2);
	assert(bsearch(&z, a, 5, sizeof a[0], cmp) == NULL);
	assert(bsearch(&k, a, 0, sizeof a[0], cmp) == NULL);
	return 0;
}
