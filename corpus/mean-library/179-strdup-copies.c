// POSIX strdup/strndup: a new object, cut at n, always terminated.
#include <assert.h>
#include <string.h>
#include <stdlib.h>

int main(void)
{
	char s[] = "abc";
	char *d = strdup(s), *n = strndup(s, 2), *m = strndup(s, 10);
	s[0] = 'X';
	assert(strcmp(d, "abc") == 0 && d != s);
	assert(strlen(n) == 2 && n[2] == 0 && n[0] == 'a');
	assert(strcmp(m, "abc") == 0);
	free(d); free(n); free(m);
	return 0;
}
