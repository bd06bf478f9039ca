/* A 32-bit input is only compared, so the state space is a handful of cases, not 2^32
 * values: sign() and clamp() are checked for every int. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int sign(int x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

static int clamp(int x, int lo, int hi)
{
    if (x < lo)
        return lo;
    if (x > hi)
        return hi;
    return x;
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = clamp(x, -100, 1000000);

    assert(y >= -100 && y <= 1000000);
    if (x > 5)
        assert(sign(x) == 1 && y > 5);
    else if (x < -200)
        assert(sign(x) == -1 && y == -100);
    if (x >= -100 && x <= 1000000)
        assert(y == x);
    return 0;
}
