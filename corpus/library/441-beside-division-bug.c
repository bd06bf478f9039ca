/* One branch divides by zero, after which nothing can be said; the other one fails.  FALSE. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), d = 5, q = 0;

    if (n == 1)
        d = 0;
    if (n < 2)
        q = 10 / d;
    assert(q == 2 || n != 3);
    return 0;
}
