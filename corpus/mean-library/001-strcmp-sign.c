// C11 7.24.4: strcmp/strncmp compare as unsigned char, only the sign of the result is fixed.
#include <assert.h>
#include <string.h>

int main(void)
{
	char hi[] = "\x80", a[] = "a", e[] = "";
	assert(strcmp(hi, a) > 0);
	assert(strcmp(a, hi) < 0);
	assert(strcmp(e, a) < 0);
	assert(strncmp("abc", "abd", 2) == 0);
	assert(strncmp("ab\0x", "ab\0y", 4) == 0);
	assert(strncmp(a, hi, 0) == 0);
	return 0;
}
