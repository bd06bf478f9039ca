/* Initialisers without inner braces, partly braced ones, scalars in braces, strings
 * for char arrays inside structs, address constants, and unnamed rest set to zero. */
#include <assert.h>

struct pair { int a, b; };
struct entry { char name[4]; struct pair p; int *link; };

static int target[4] = { 10, 20, 30, 40 };
static int matrix[2][3] = { 1, 2, 3, 4 };
static struct pair pairs[] = { 1, 2, { 3 }, 5, 6 };
static struct entry entries[] = {
    { "abc", 1, 2, target + 1 },
    { { 'x', 'y' }, { 3, 4 }, &target[3] },
    { "wxyz" },
};
static int scalar = { 7 };
static char *text = { "t" };
static int *last = &matrix[1][2];
static long distance = (char *)&((struct entry *)0)->p.b - (char *)0;

int main(void)
{
    struct pair copy[2] = { pairs[1], 8, 9 };
    struct { struct pair p; int z; } mix = { pairs[0], .z = 3 };

    assert(matrix[0][2] == 3 && matrix[1][0] == 4 && matrix[1][1] == 0);
    assert(sizeof pairs / sizeof *pairs == 4 - 1);
    assert(pairs[0].b == 2 && pairs[1].a == 3 && pairs[1].b == 0 && pairs[2].a == 5 && pairs[2].b == 6);
    assert(entries[0].name[2] == 'c' && entries[0].name[3] == 0);
    assert(entries[0].p.b == 2 && *entries[0].link == 20);
    assert(entries[1].name[1] == 'y' && entries[1].name[2] == 0 && entries[1].link[-1] == 30);
    assert(entries[2].name[3] == 'z' && entries[2].p.a == 0 && entries[2].link == 0);
    assert(scalar == 7 && text[0] == 't' && text[1] == 0);
    *last = 66;
    assert(matrix[1][2] == 66);
    assert(distance == 8);
    assert(copy[0].a == 3 && copy[0].b == 0 && copy[1].a == 8 && copy[1].b == 9);
    assert(mix.p.a == 1 && mix.p.b == 2 && mix.z == 3);
    return 0;
}
