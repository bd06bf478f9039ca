/* The guard lets one number through that is too large: INT_MAX - 9 plus 10 does not fit. */
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int balance = __VERIFIER_nondet_int();

    if (balance <= INT_MAX - 9)
        balance += 10;
    return balance == 0;
}
