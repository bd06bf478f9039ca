/* What the preprocessor leaves behind: stringification, pasting, variadic macros,
 * __LINE__, X-macros, line splices, pragmas and conditional compilation. */
#include <assert.h>

#define COLOURS(X) X(red, 1) X(green, 2) X(blue, 4)
#define AS_ENUM(n, v) COLOUR_##n = v,
#define AS_NAME(n, v) #n,
#define COUNT(...) COUNT_(__VA_ARGS__, 3, 2, 1)
#define COUNT_(a, b, c, n, ...) n
#define SUM(first, ...) sum((int[]) { first, ##__VA_ARGS__ }, COUNT(first, ##__VA_ARGS__))
#define CONCAT(a, b) a ## b
#define UNIQUE(n) CONCAT(n, 42)

enum colour { COLOURS(AS_ENUM) };
static const char *const names[] = { COLOURS(AS_NAME) };

static int sum(const int *a, int n)
{
    int s = 0;
    while (n--)
        s += *a++;
    return s;
}

int main(void)
{
    int UNIQUE(v) = 5;
    int line = __LINE__;

#if defined(__STDC__) && __STDC_VERSION__ >= 201112L && !defined NEVER
    v42++;
#else
    assert(0);
#endif
    assert(v42 == 6);
    assert(__LINE__ == line + 8);
    assert(COLOUR_red + COLOUR_blue == 5);
    assert(names[1][0] == 'g' && sizeof names / sizeof *names == 3);
    assert(SUM(1) == 1 && SUM(1, 2) == 3 && SUM(1, 2, 3) == 6);
    assert(v\
42 == 6); // a splice inside an identifier
    _Pragma("GCC diagnostic push")
#pragma GCC diagnostic pop
    return 0;
}
