/* Designated initialisers: out of order, nested paths, array indices and GNU ranges,
 * continuing after a designator, later ones overriding earlier ones, and everything
 * not mentioned being zero. */
#include <assert.h>

enum { RED = 2, GREEN = 0, BLUE = 4 };

struct inner { int a, b[3]; };
struct outer { char tag; struct inner in[2]; int *ref; union { int i; char c[4]; } u; };

static int weight[] = { [RED] = 20, 30, [GREEN] = 1, [BLUE] = 40 };
static unsigned char classes[128] = { ['0' ... '9'] = 1, ['a' ... 'f'] = 2, ['c'] = 3 };
static int one = 1;

static struct outer o = {
    .in[1].b = { [1] = 7, 8 },
    .in[1].a = 5,
    .in[0] = { 1, { 2 } },
    .tag = 'o',
    .u.c = { [2] = 1 },
    .ref = &one,
};

static struct inner many[3] = { [0 ... 1] = { .a = 6, .b = { 1, 2, 3 } }, [1].b[2] = 9 };

int main(void)
{
    struct inner local = { .b[1] = one + 1, .a = one };
    int m[2][3] = { [1][2] = 12, [0] = { 4, 5 } };

    assert(sizeof weight / sizeof *weight == 5);
    assert(weight[0] == 1 && weight[1] == 0 && weight[2] == 20 && weight[3] == 30 && weight[4] == 40);
    assert(classes['5'] == 1 && classes['b'] == 2 && classes['c'] == 3 && classes['g'] == 0);

    assert(o.tag == 'o' && *o.ref == 1);
    assert(o.in[0].a == 1 && o.in[0].b[0] == 2 && o.in[0].b[1] == 0 && o.in[0].b[2] == 0);
    assert(o.in[1].a == 5 && o.in[1].b[0] == 0 && o.in[1].b[1] == 7 && o.in[1].b[2] == 8);
    assert(o.u.i == 0x10000);

    assert(many[0].a == 6 && many[0].b[2] == 3);
    assert(many[1].a == 6 && many[1].b[0] == 1 && many[1].b[2] == 9);
    assert(many[2].a == 0 && many[2].b[2] == 0);

    assert(local.a == 1 && local.b[0] == 0 && local.b[1] == 2 && local.b[2] == 0);
    assert(m[0][0] == 4 && m[0][1] == 5 && m[0][2] == 0 && m[1][0] == 0 && m[1][2] == 12);
    return 0;
}
