/* A list with side effects is not evaluated for each element of the range. */
#include <assert.h>

struct p { int a, b; };
int main(void)
{
	int c = 0;
	struct p a[3] = { [0 ... 2] = { ++c, 0 } };
	assert(a[2].a == 3);
	return 0;
}
