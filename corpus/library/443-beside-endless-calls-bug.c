/* One branch calls itself without end; the other one fails.  FALSE. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int deeper(int n)
{
    return n == -1 ? 0 : 1 + deeper(n + 2);
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), r = 1;

    if (n == 0)
        r = deeper(n);
    assert(r != 1);
    return 0;
}
