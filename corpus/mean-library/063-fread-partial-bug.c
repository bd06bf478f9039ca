// C11 7.21.8.1p2: a partial element is not counted but its bytes may be stored: fails for a three-byte input.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	char b[4] = "qqq";
	size_t n = fread(b, 4, 1, stdin);
	if (n == 0)
		assert(b[0] == 'q');
	return 0;
}
