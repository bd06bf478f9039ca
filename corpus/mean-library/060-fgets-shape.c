// C11 7.21.7.2: at most n-1 characters, terminated, a newline only as the last one read; NULL means end of file or
// error.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char b[4] = { 1, 1, 1, 1 };
	char *r = fgets(b, 4, stdin);
	if (!r) {
		assert(feof(stdin) || ferror(stdin));
	} else {
		assert(r == b && strlen(b) <= 3);
		char *nl = strchr(b, '\n');
		assert(!nl || nl[1] == 0);
	}
	return 0;
}
