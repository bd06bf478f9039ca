// C11 7.21.6.3, 7.21.7.3: printf returns the count or a negative value, putchar the unsigned char or EOF.
#include <assert.h>
#include <stdio.h>

int main(void)
{
	int r = printf("%d\n", 12345);
	assert(r == 6 || r < 0);
	r = putchar(300);
	assert(r == 44 || r == EOF);
	r = fprintf(stderr, "%s", "");
	assert(r <= 0);
	assert(fwrite("abc", 1, 3, stdout) <= 3);
	assert(fwrite("abc", 0, 3, stdout) == 0);
	return 0;
}
