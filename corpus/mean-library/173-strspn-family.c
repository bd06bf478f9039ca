// C11 7.24.5: strspn, strcspn, strpbrk with empty sets and the end of the string.
#include <assert.h>
#include <string.h>

int main(void)
{
	const char *s = "aabbc";
	assert(strspn(s, "ab") == 4);
	assert(strspn(s, "") == 0);
	assert(strspn(s, "cba") == 5);
	assert(strcspn(s, "c") == 4);
	assert(strcspn(s, "") == 5);
	assert(strcspn(s, "xyz") == strlen(s));
	assert(strpbrk(s, "cb") == s + 2);
	assert(strpbrk(s, "xyz") == NULL);
	assert(strpbrk(s, "") == NULL);
	return 0;
}
