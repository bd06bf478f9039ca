// C11 6.3.1.8: an int compared with an unsigned int becomes unsigned.
#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
int main(void)
{
	int i = __VERIFIER_nondet_int();
	if (i < 3)
		assert(i < (int)strlen("abc"));
	if (i < 3)
		assert(i < strlen("abc"));
	return 0;
}
