/* Each round of a loop may do what is not modelled; behind the seventh is the failure.  FALSE. */
#include <setjmp.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static jmp_buf place;

int main(void)
{
    int i;

    for (i = 0; i < 7; i++)
        if (__VERIFIER_nondet_int())
            if (setjmp(place) != 0)
                return 0;
    assert(i != 7);
    return 0;
}
