// C11 7.16, 6.5.2.2: default argument promotions, structs by value, doubles and integers in any mix, sentinel.
#include <assert.h>
#include <stdarg.h>
#include <stddef.h>

struct pt { long x, y, z; };
static long sum(const char *f, ...)
{
	va_list a;
	long r = 0;
	va_start(a, f);
	for (; *f; f++)
		switch (*f) {
		case 'i': r += va_arg(a, int); break;
		case 'l': r += va_arg(a, long); break;
		case 'd': r += (long)(va_arg(a, double) * 2); break;
		case 's': { struct pt p = va_arg(a, struct pt); r += p.x + p.z; break; }
		case 'p': r += va_arg(a, char *) == NULL; break;
		}
	va_end(a);
	return r;
}
int main(void)
{
	char c = -1;
	float h = 1.5f;
	assert(sum("") == 0);
	assert(sum("idlsp", c, h, 1L << 33, ((struct pt){ 1, 2, 3 }), (char *)NULL) == (1L << 33) + 7);
	assert(sum("iiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8) == 36 && sum("dididi", .5, 1, .5, 1, .5, 1) == 6);
	return 0;
}
