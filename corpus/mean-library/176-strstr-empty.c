// C11 7.24.5.7: strstr finds the empty string at the start, and the first of overlapping occurrences.
#include <assert.h>
#include <string.h>

int main(void)
{
	const char *s = "aab", *e = "";
	assert(strstr(s, "") == s);
	assert(strstr(e, "") == e);
	assert(strstr(e, "a") == NULL);
	assert(strstr(s, "ab") == s + 1);
	assert(strstr("aaa", "aaaa") == NULL);
	assert(*strstr("xaa", "aa") == 'a');
	return 0;
}
