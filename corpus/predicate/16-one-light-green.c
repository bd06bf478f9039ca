/* Two traffic lights change over at any time while a clock runs through all its values.
 * What must be found: exactly one of the two is green; the clock has nothing to do with it. */
#include <assert.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned clock = 0;
    unsigned changed = 0;
    bool north = true;
    bool east = false;

    while (1) {
        clock++;
        if (__VERIFIER_nondet_int() && clock - changed > 20) {
            north = !north;
            east = !east;
            changed = clock;
        }
        assert(north != east);
    }
}
