/* GNU index ranges: a list with side effects is evaluated once for the whole range. */
#include <assert.h>

struct p { int a; struct { int b : 4; int c; } q; };
static int n;
static int next(void) { return ++n; }

int main(void)
{
	int c = 0;
	struct p a[] = { [1 ... 3] = { next(), { 5, next() } } };
	assert(n == 2 && sizeof a == 4 * sizeof *a);
	assert(a[0].a == 0 && a[1].a == 1 && a[3].a == 1 && a[2].q.b == 5 && a[3].q.c == 2);
	int e[4] = { [0 ... 3] = ++c };
	assert(c == 1 && e[0] == 1 && e[3] == 1);
	return 0;
}
