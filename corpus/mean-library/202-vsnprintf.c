// C11 7.16, 7.21.6.12: va_copy makes a second traversal; char and float arguments arrive promoted.
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <stdarg.h>

static int twice(char *b, const char *f, ...)
{
	va_list a, c;
	va_start(a, f);
	va_copy(c, a);
	int n = vsnprintf(NULL, 0, f, a);
	int m = vsnprintf(b, n + 1, f, c);
	va_end(a);
	va_end(c);
	return n == m ? n : -1;
}
int main(void)
{
	char b[32];
	float x = 0.5f;
	assert(twice(b, "%c%d%.1f%s", 'a', (short)-3, x, "!") == 7);
	assert(strcmp(b, "a-30.5!") == 0);
	return 0;
}
