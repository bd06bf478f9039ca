// C11 7.24.4.3, 7.24.4.5: in the initial "C" locale strcoll is strcmp and strxfrm copies; strxfrm returns the needed
// length.
#include <assert.h>
#include <string.h>

int main(void)
{
	char b[4] = "qqq";
	assert(strcoll("a", "B") > 0 && strcoll("ab", "ab") == 0 && strcoll("", "a") < 0);
	assert(strxfrm(NULL, "abc", 0) == 3);
	assert(strxfrm(b, "ab", sizeof b) == 2 && strcmp(b, "ab") == 0);
	assert(strcasecmp("aBc", "AbC") == 0 && strncasecmp("abX", "ABy", 2) == 0 && strcasecmp("_", "A") < 0);
	return 0;
}
