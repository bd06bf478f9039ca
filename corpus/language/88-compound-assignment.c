/* Compound assignment computes in the common type and converts to the left type, the
 * left side is evaluated once, assignments chain right to left, and the value of an
 * assignment is the converted value. */
#include <assert.h>

static int evaluated;
static int cells[3] = { 1, 2, 3 };

static int *cell(int i) { evaluated++; return &cells[i]; }

int main(void)
{
    signed char c = 100;
    unsigned short s;
    int i = 5, j;
    double d;
    int *p = cells;

    *cell(1) += 40;
    assert(cells[1] == 42 && evaluated == 1);
    ++*cell(2);
    (*cell(2))--;
    assert(cells[2] == 3 && evaluated == 3);
    *p++ *= 7;
    assert(cells[0] == 7 && p == cells + 1);
    cells[*cell(2) - 2] -= 2;
    assert(cells[1] == 40);

    c += 100;
    assert(c == -56);
    i = 65536 + 9;
    j = s = i;
    assert(s == 9 && j == 9);
    d = i = 3.7;
    assert(i == 3 && d == 3.0);
    i = j = 2;
    i <<= j += 1;
    assert(i == 16 && j == 3);
    i |= 3, i &= ~1, i ^= 0xF0;
    assert(i == 0xE2);
    i = -8;
    i >>= 1;
    assert(i == -4);
    s = 1;
    s -= 2;
    assert(s == 65535);
    assert((c = 511 + (i + 4)) == -1);
    assert(i++ + 10 == 6 && i == -3 && --i == -4);
    return 0;
}
