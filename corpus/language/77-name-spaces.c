/* Name spaces and scopes: tags, labels, members and ordinary names may coincide; a
 * local variable, enumerator or inner typedef hides a typedef name; prototypes and
 * blocks open scopes; a struct tag can be redeclared in an inner block. */
#include <assert.h>

typedef int T;
typedef struct x x;
struct x { int x; struct x *T; };

static int shadow_by_variable(void)
{
    T before = 1;
    int T = 20;
    int y = 3;
    return before + T * y;      /* a product, not a declaration */
}

static int shadow_by_typedef(void)
{
    T n = 300;
    {
        typedef unsigned char T;
        T m = n;                /* truncated to 8 bits */
        return m + (T)0x1FF;
    }
    return -1;
}

static int shadow_by_enumerator(void)
{
    enum { T = 9 };
    return T;
}

static int labels(int n)
{
    int label = 0;
    struct label { int label; } s = { n };
label:
    label += s.label;
    if (label < 10)
        goto label;
    return label;
}

static int inner_tag(void)
{
    struct x { char c; };
    struct x v = { 5 };
    return v.c + (int)sizeof(struct x);
}

int main(void)
{
    x x;
    T (*f)(void) = shadow_by_variable;
    int a = 1;

    x.x = 4;
    x.T = &x;
    assert(x.T->x == 4);
    assert(f() == 61);
    assert(shadow_by_typedef() == 44 + 255);
    assert(shadow_by_enumerator() == 9);
    assert(labels(4) == 12);
    assert(inner_tag() == 6);
    {
        int b = a + 1, a = b * 10;      /* b uses the outer a */
        assert(a == 20);
        for (int a = 0; a < 1; a++)
            assert(a == 0);
        assert(a == 20);
    }
    assert(a == 1 && (T)2.5 == 2);
    return 0;
}
