/* Whether a number that nobody knows is the address of an object depends on where the object lies; that failure is not
 * believed. The number 7 is one that it can be.  FALSE. */
#include <assert.h>
#include <stdint.h>

extern unsigned long __VERIFIER_nondet_ulong(void);

static int object;

int main(void)
{
    unsigned long n = __VERIFIER_nondet_ulong();
    int i;

    if (n > 100000)
        assert(*(int *)(uintptr_t)n == 0 || n != (uintptr_t)&object + 1);
    for (i = 0; i < 6; i++)
        ;
    assert(n != 7);
    return 0;
}
