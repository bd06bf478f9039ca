/* _Generic selects by the type of its unevaluated operand after lvalue conversion:
 * qualifiers drop, arrays decay, char, signed char and unsigned char differ. */
#include <assert.h>

#define KIND(x) _Generic((x),                   \
        _Bool: 1, char: 2, signed char: 3,      \
        int: 4, unsigned: 5, long: 6,           \
        float: 7, double: 8,                    \
        char *: 9, const char *: 10, int *: 11, \
        default: 99)

static int abs_int(int v) { return v < 0 ? -v : v; }
static long abs_long(long v) { return v < 0 ? -v : v; }
#define ABS(v) _Generic((v), long: abs_long, default: abs_int)(v)

struct s { int i; };

int main(void)
{
    _Bool b = 0;
    char c = 0;
    signed char sc = 0;
    const int ci = 1;
    int array[2] = { 0 };
    struct s s = { 0 };
    int touched = 0;

    assert(KIND(b) == 1 && KIND(c) == 2 && KIND(sc) == 3);
    assert(KIND('a') == 4 && KIND(c + c) == 4 && KIND(ci) == 4 && KIND(1u) == 5);
    assert(KIND(1L) == 6 && KIND(1.0f) == 7 && KIND(1.0) == 8 && KIND(1.0f * 2) == 7);
    assert(KIND("text") == 9 && KIND((const char *)0) == 10 && KIND(array) == 11 && KIND(&array[1]) == 11);
    assert(KIND(s) == 99 && KIND(s.i) == 4 && KIND(1ull) == 99);
    assert(KIND(sizeof touched++) == 99 && KIND(touched++) == 4 && touched == 0);
    assert(ABS(-5) == 5 && ABS(-5000000000L) == 5000000000L);
    assert(sizeof ABS(-1) == 4 && sizeof ABS(-1L) == 8);
    return 0;
}
