/* A comparison of numbers that nobody knows picks an element: there are two.  TRUE. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    static const int sign[3] = { -1, 0, 1 };
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    int s = sign[1 + (x > y) - (x < y)];

    assert((s < 0) == (x < y) && (s > 0) == (x > y));
    return 0;
}
