// C11 7.21.6.2p12: %[ scansets, ] first, ^, no skipping of white space, an empty match fails.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char s[8] = "q", t[8] = "q";
	int d = 0;
	assert(sscanf("abc123", "%[a-c]%d", s, &d) == 2 && strcmp(s, "abc") == 0 && d == 123);
	assert(sscanf("key=val", "%7[^=]=%7s", s, t) == 2 && strcmp(s, "key") == 0 && strcmp(t, "val") == 0);
	assert(sscanf("]a]b", "%[]a]%[^]]", s, t) == 2 && strcmp(s, "]a]") == 0 && strcmp(t, "b") == 0);
	strcpy(s, "old");
	assert(sscanf(" a", "%[a]", s) == 0 && strcmp(s, "old") == 0);
	assert(sscanf("=v", "%[^=]=%s", s, t) == 0 && strcmp(s, "old") == 0);
	assert(sscanf("aaaa", "%2[a]%*[a]", s) == 1 && strlen(s) == 2);
	return 0;
}
