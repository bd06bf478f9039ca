/* GCC builtins that are part of the language in practice: __builtin_expect, offsetof,
 * types_compatible_p, choose_expr (whose other operand is not evaluated), constant_p,
 * and unreachable after an exhaustive test. */
#include <assert.h>

#define likely(x)   __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define IS_INT(x)   __builtin_types_compatible_p(typeof(x), int)
#define WIDTH(x)    __builtin_choose_expr(sizeof(x) == 8, "wide", 32)

struct s { char c; struct { int a[4]; } in; };

static int sign(int n)
{
    if (n > 0) return 1;
    if (n == 0) return 0;
    if (n < 0) return -1;
    __builtin_unreachable();
}

static int evaluations;
static int probe(int v) { evaluations++; return v; }

int main(void)
{
    int i = 5;
    long l = 6;
    const int ci = 7;

    assert(likely(i == 5) == 1 && unlikely(i == 4) == 0);
    assert(__builtin_expect(probe(9), 3) == 9 && evaluations == 1);
    assert(__builtin_offsetof(struct s, in.a[2]) == 12);
    assert(IS_INT(i) && IS_INT(ci) && !IS_INT(l) && !IS_INT(&i));
    assert(__builtin_types_compatible_p(int[], int[5]));
    assert(!__builtin_types_compatible_p(char *, const char *));
    assert(WIDTH(i) == 32);
    assert(*WIDTH(l) == 'w');
    assert(__builtin_choose_expr(0, probe(1), probe(2)) == 2 && evaluations == 2);
    assert(__builtin_constant_p(3 + 4));
    assert(sign(8) == 1 && sign(0) == 0 && sign(-8) == -1);
    return 0;
}
