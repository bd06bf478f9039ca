// C11 6.5.15p4: there is a sequence point after the first operand, so the second condition sees the decremented x:
// f(0) is 2, not 3.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
static int f(int x) { return x-- > 0 ? 1 : x ? 2 : 3; }
int main(void)
{
	int x = __VERIFIER_nondet_int();
	if (x > -5 && x <= 0)
		assert(f(x) == 2);
	if (x == 0 || x == 7)
		assert(f(x) == (x ? 1 : 3));
	return 0;
}
