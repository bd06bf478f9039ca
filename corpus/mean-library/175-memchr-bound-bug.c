// C11 7.24.5.1: memchr looks at the first n bytes only.
#include <assert.h>
#include <string.h>

int main(void)
{
	const char *s = "abc";
	const char *p = memchr(s, 'b', 2);
	assert(p == s + 1);
	p = memchr(s, 'c', 2);
	assert(p != NULL);
	return 0;
}
