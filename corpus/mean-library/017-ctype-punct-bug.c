// C11 7.4.1.9: the space character prints but is not punctuation.
#include <assert.h>
#include <ctype.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
	int c = __VERIFIER_nondet_uchar() & 127;
	if (isprint(c) && !isalnum(c))
		assert(ispunct(c));
	return 0;
}
