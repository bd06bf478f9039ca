// C11 7.4.1p1: the functions return nonzero for true, not 1 (glibc: isalpha('a') is 1024).
#include <assert.h>
#include <ctype.h>

int main(void)
{
	int c = 'a';
	assert((isalpha)(c));
	assert((isalpha)(c) == 1);
	return 0;
}
