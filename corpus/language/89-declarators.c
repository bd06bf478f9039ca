/* Declarators read inside out: arrays of function pointers, pointers to arrays, a
 * function returning a pointer to an array, a function taking and returning function
 * pointers, and typedefs of all of these. */
#include <assert.h>

static int rows[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };

static int (*row(int i))[3] { return &rows[i]; }
static int inc(int x) { return x + 1; }
static int dbl(int x) { return 2 * x; }

static int (*compose_first(int (*f)(int), int (*g)(int)))(int) { return g ? f : g; }
static int apply(int f(int), int x) { return f(x); }

typedef int vec3[3];
typedef int (*unary)(int);
typedef unary table[2];

static const unsigned long int volatile odd_order = 3;
static long unsigned const spelled = 4;

int main(void)
{
    int (*p)[3] = rows;
    int *ptrs[2] = { rows[0], rows[1] + 2 };
    int (*fs[2])(int) = { inc, dbl };
    int (*(*pf)[2])(int) = &fs;
    unary (*sel)(unary, unary) = compose_first;
    table t = { dbl, inc };
    vec3 v = { 7, 8, 9 }, *pv = &v;
    char *(*names)[2] = &(char *[2]) { "x", "y" };

    assert((*row(1))[2] == 6);
    (*row(0))[1] = 20;
    assert(p[0][1] == 20 && (*p)[0] == 1 && (*++p)[0] == 4);
    assert(*ptrs[1] == 6 && ptrs[0][1] == 20);
    assert(fs[1](4) == 8 && (*pf)[0](4) == 5 && (*(*pf)[1])(1) == 2);
    assert(sel(inc, dbl)(9) == 10 && compose_first(inc, 0) == 0);
    assert(apply(t[0], 3) == 6 && apply(&inc, 3) == 4);
    assert((*pv)[2] == 9 && sizeof *pv == 12 && sizeof ptrs == 16);
    assert((*names)[1][0] == 'y');
    assert(odd_order + spelled == 7);
    return 0;
}
