// C11 6.5.14p3: || yields 1, not its operand (gcc's ?: yields the operand).
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
int main(void)
{
	int x = __VERIFIER_nondet_int();
	int a = x ?: 3, b = x || 3;
	assert(a != 0 && b != 0);
	assert(a == b);
	return 0;
}
