/* One branch follows a null pointer; the other one fails behind the same statement.  FALSE. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int(), x = 1, *p = &x;

    if (n > 10)
        p = 0;
    *p = n;
    assert(x != 4);
    return 0;
}
