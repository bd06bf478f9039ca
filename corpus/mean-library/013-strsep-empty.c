// Strsep(3): empty fields are returned, *stringp becomes NULL at the end, then the result is NULL.
#include <assert.h>
#include <string.h>

int main(void)
{
	char s[] = "a,,b", *p = s, *t;
	t = strsep(&p, ",");
	assert(t == s && strcmp(t, "a") == 0 && p == s + 2);
	t = strsep(&p, ",");
	assert(t == s + 2 && *t == 0);
	t = strsep(&p, ",");
	assert(strcmp(t, "b") == 0 && p == NULL);
	assert(strsep(&p, ",") == NULL);
	return 0;
}
