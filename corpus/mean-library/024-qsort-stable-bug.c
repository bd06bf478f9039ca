// C11 7.22.5.2p4: the order of elements that compare equal is unspecified (glibc before 2.37 happens to merge, later
// ones do not).
#include <assert.h>
#include <stdlib.h>

struct kv { int key, pos; };
static int cmp(const void *a, const void *b)
{
	return ((const struct kv *)a)->key - ((const struct kv *)b)->key;
}
int main(void)
{
	struct kv a[3] = { { 2, 0 }, { 1, 1 }, { 1, 2 } };
	qsort(a, 3, sizeof a[0], cmp);
	assert(a[0].key == 1 && a[1].key == 1 && a[2].key == 2 && a[2].pos == 0);
	assert(a[0].pos == 1 && a[1].pos == 2);
	return 0;
}
