// C11 7.21.10.2: feof is set only after a read has hit the end: fails for an empty or one-byte input.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	for (int i = 0; i < 2 && !feof(stdin) && !ferror(stdin); i++) {
		int c = getchar();
		assert(c != EOF);
	}
	return 0;
}
