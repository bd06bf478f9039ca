// C11 7.22.5.1p4: which of several equal elements is found is unspecified (glibc looks at the middle one first).
#include <assert.h>
#include <stdlib.h>

static int cmp(const void *k, const void *e)
{
	return *(const int *)k - *(const int *)e;
}
int main(void)
{
	int a[4] = { 1, 2, 2, 3 };
	int k = 2;
	int *p = bsearch(&k, a, 4, sizeof a[0], cmp);
	assert(*p == 2);
	assert(p == &a[1]);
	return 0;
}
