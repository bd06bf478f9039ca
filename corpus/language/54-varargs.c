/* Variadic functions: va_start, va_arg of int, long, double and pointers, default
 * promotions of char, short and float, va_copy, and handing a va_list on. */
#include <assert.h>
#include <stdarg.h>

static int sum(int n, ...)
{
    va_list ap;
    int s = 0;

    va_start(ap, n);
    while (n-- > 0)
        s += va_arg(ap, int);
    va_end(ap);
    return s;
}

static long vdescribe(const char *fmt, va_list ap)
{
    long r = 0;
    for (; *fmt; fmt++)
        switch (*fmt) {
        case 'i': r += va_arg(ap, int); break;
        case 'l': r += va_arg(ap, long); break;
        case 'd': r += (long)va_arg(ap, double); break;
        case 's': r += *va_arg(ap, const char *); break;
        case 'p': ++*va_arg(ap, int *); break;
        }
    return r;
}

static long describe(const char *fmt, ...)
{
    va_list ap, again;
    long once, twice;

    va_start(ap, fmt);
    va_copy(again, ap);
    once = vdescribe(fmt, ap);
    twice = vdescribe(fmt, again);
    va_end(again);
    va_end(ap);
    return once == twice ? once : -1;
}

int main(void)
{
    int hits = 0;
    signed char c = -3;
    short s = 5;
    float f = 2.75f;

    assert(sum(0) == 0);
    assert(sum(3, 10, 20, 30) == 60);
    assert(sum(2, c, s) == 2);
    assert(sum(8, 1, 2, 3, 4, 5, 6, 7, 8) == 36);
    assert(describe("ilds", 1, 2000000000000L, f, "A") == 2000000000068L);
    assert(describe("pip", &hits, 7, &hits) == 7);
    assert(hits == 4);
    return 0;
}
