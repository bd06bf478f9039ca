/* Nondeterministic values have all values of their type, and no others.  */
#include <assert.h>
#include <limits.h>

extern short __VERIFIER_nondet_short(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    int s = __VERIFIER_nondet_short(), b = __VERIFIER_nondet_bool(), c = __VERIFIER_nondet_uchar();
    assert(s >= SHRT_MIN && s <= SHRT_MAX);
    assert(b == 0 || b == 1);
    assert(c >= 0 && c <= 255);
    return 0;
}
