/* Integer division truncates towards zero and % has the sign of the dividend; with an
 * unsigned operand both are unsigned; compound forms convert back on assignment. */
#include <assert.h>
#include <limits.h>

static int mod_floor(int a, int b)
{
    int r = a % b;
    return r && (r < 0) != (b < 0) ? r + b : r;
}

int main(void)
{
    unsigned char c = 200;
    unsigned u = 7;
    long l = LONG_MIN;

    assert(7 / 2 == 3 && -7 / 2 == -3 && 7 / -2 == -3 && -7 / -2 == 3);
    assert(7 % 3 == 1 && -7 % 3 == -1 && 7 % -3 == 1 && -7 % -3 == -1);
    assert(mod_floor(-7, 3) == 2 && mod_floor(7, -3) == -2 && mod_floor(6, 3) == 0);
    assert(-7 / u == 613566755u);
    assert(-7 / (int)u == -1);
    assert(l / 2 == -4611686018427387904 && l % 10 == -8);
    assert(INT_MIN / 2 == -1073741824 && (unsigned)INT_MIN / 2 == 1073741824);
    c /= 3;
    assert(c == 66);
    c %= 60;
    assert(c == 6);
    c -= 7;
    assert(c == 255);
    c *= c;
    assert(c == 1);
    return 0;
}
