// C11 7.24.3.2: strncat appends at most n characters and always a null character.
#include <assert.h>
#include <string.h>

int main(void)
{
	char b[8];
	memset(b, 'z', sizeof b);
	strcpy(b, "ab");
	strncat(b, "cdef", 2);
	assert(strcmp(b, "abcd") == 0);
	assert(b[4] == 0 && b[5] == 'z');
	strncat(b, "x", 0);
	assert(strlen(b) == 4);
	strncat(b, "e", 10);
	assert(b[4] == 'e' && b[5] == 0 && b[6] == 'z');
	return 0;
}
