/* The order of numbers that nobody knows is an order: not both ways, and transitive.  TRUE. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = __VERIFIER_nondet_int();

    if (x < y) {
        assert(!(y < x) && x != y);
        if (y < z)
            assert(x < z);
    } else {
        assert(x >= y);
    }
    return 0;
}
