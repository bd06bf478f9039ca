// Gcc manual, cleanup attribute: runs in reverse order when the scope is left in any way; the return value is
// computed before.
#include <assert.h>

static int n, v = 1;
static void up(int *p) { n = n * 10 + *p; v = 99; }
static int f(int k)
{
	__attribute__((cleanup(up))) int a = 1;
	for (int i = 0; i < 2; i++) {
		__attribute__((cleanup(up))) int b = 2;
		if (k)
			break;
	}
	__attribute__((cleanup(up))) int c = 3;
	return v;
}
int main(void)
{
	v = 1;
	int r = f(1);
	assert(n == 231 && r == 99);
	n = 0;
	r = f(0);
	assert(n == 2231 && r == 99);
	return 0;
}
