/* A sum that nobody uses is computed all the same: the largest number and one more does not fit, although no compiler keeps the
 * addition. */
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();

    if (x <= INT_MAX)
        x + 1;
    return 0;
}
