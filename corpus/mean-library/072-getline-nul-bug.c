// POSIX getline: the length counts null bytes in the line: fails for an input with '\0' in it.
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <stdlib.h>

int main(void)
{
	char *l = NULL;
	size_t cap = 0;
	ssize_t n = getline(&l, &cap, stdin);
	assert(n == -1 || (n >= 1 && l[n] == 0 && cap > n));
	if (n > 0)
		assert(strlen(l) == n);
	free(l);
	return 0;
}
