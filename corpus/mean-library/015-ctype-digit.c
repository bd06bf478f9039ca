// C11 7.4.1.5: isdigit is true for exactly the ten digits, and for EOF nothing is true.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
	int c = __VERIFIER_nondet_uchar();
	assert(!!isdigit(c) == (c >= '0' && c <= '9'));
	assert(!!isupper(c) == (c >= 'A' && c <= 'Z'));
	if (isalpha(c))
		assert(isalnum(c) && isgraph(c) && isprint(c) && !isspace(c));
	assert(!isdigit(EOF) && !isalpha(EOF) && !isspace(EOF));
	assert(toupper(c) == (islower(c) ? c - 32 : c));
	return 0;
}
