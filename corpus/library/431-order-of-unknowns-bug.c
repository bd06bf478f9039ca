/* Two numbers that nobody knows may be equal.  FALSE. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();

    if (x <= y && y > 100)
        assert(x < y);
    return 0;
}
