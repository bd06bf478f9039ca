// C11 6.4.5: a string literal has embedded zeros and the final one; strlen stops at the first.
#include <assert.h>
#include <string.h>

int main(void)
{
	char a[] = "ab\0cd", b[3] = "xyz";
	assert(sizeof a == 6 && sizeof b == 3);
	assert(sizeof "\x41" "B" == 3);
	assert(strlen(a) == sizeof a - 1);
	return 0;
}
