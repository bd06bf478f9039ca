// C11 7.13: setjmp and longjmp on a path that no input takes do not matter.
#include <assert.h>
#include <setjmp.h>

extern int __VERIFIER_nondet_int(void);
static jmp_buf env;
int main(void)
{
	int x = __VERIFIER_nondet_int(), y = 0;
	if (x > 5 && x % 7 == 9) {
		if (setjmp(env) == 0)
			longjmp(env, 1);
		y = 1;
	}
	assert(y == 0);
	return 0;
}
