/* The test stands on the wrong side of &&: the sum is computed first. */
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y;

    if ((y = x + 1) > 10 && x < INT_MAX)
        return 1;
    return 0;
}
