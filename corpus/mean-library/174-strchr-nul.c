// C11 7.24.5.2: the terminating null character is part of the string for strchr/strrchr, and c is converted to char.
#include <assert.h>
#include <string.h>

int main(void)
{
	const char *s = "abca";
	assert(strchr(s, 0) == s + 4);
	assert(strrchr(s, '\0') == s + 4);
	assert(strchr(s, 'b' + 256) == s + 1);
	assert(strrchr(s, 'a') == s + 3);
	assert(strchr(s, 'z') == NULL);
	assert(memchr(s, 0, 4) == NULL && memchr(s, 0, 5) == s + 4);
	return 0;
}
