/* One branch calls what is not modelled, the other one fails.  FALSE. */
#include <setjmp.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static jmp_buf place;

int main(void)
{
    if (__VERIFIER_nondet_int()) {
        if (setjmp(place) == 0)
            return 0;
    }
    assert(0);
    return 0;
}
