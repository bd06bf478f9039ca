/* The maximum of any number of values.
 * What must be found: the maximum never falls below the first value. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int first = __VERIFIER_nondet_int();
    int max = first;

    while (__VERIFIER_nondet_int()) {
        int next = __VERIFIER_nondet_int();
        if (next > max)
            max = next;
    }
    assert(max >= first);
    return 0;
}
