// C11 7.21.7.10: one pushed-back character is guaranteed, converted to unsigned char; EOF cannot be pushed; the end
// indicator is cleared.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	assert(ungetc(EOF, stdin) == EOF);
	getchar();
	int r = ungetc(0x141, stdin);
	assert(r == 0x41 || r == EOF);
	if (r != EOF) {
		assert(!feof(stdin));
		assert(getchar() == 'A');
	}
	return 0;
}
