/* The largest number so far, without an end: the loop comes back to the same states.  TRUE. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int largest = __VERIFIER_nondet_int(), n;

    while (__VERIFIER_nondet_int()) {
        n = __VERIFIER_nondet_int();
        if (n > largest)
            largest = n;
        assert(largest >= n);
    }
    return 0;
}
