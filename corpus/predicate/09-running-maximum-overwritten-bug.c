/* As its right twin, but every value that is not the first one replaces the maximum: one smaller value is enough. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int first = __VERIFIER_nondet_int();
    int max = first;

    while (__VERIFIER_nondet_int()) {
        int next = __VERIFIER_nondet_int();
        if (next != first)
            max = next;
    }
    assert(max >= first);
    return 0;
}
