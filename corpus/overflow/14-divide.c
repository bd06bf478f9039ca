/* A division overflows in one case only, and that is excluded together with zero. */
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int total = __VERIFIER_nondet_int();
    int parts = __VERIFIER_nondet_int();

    if (parts == 0 || (parts == -1 && total == INT_MIN))
        return 0;
    return total / parts == 5;
}
