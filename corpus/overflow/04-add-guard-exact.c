/* The guard is exact: INT_MAX - 10 plus 10 is INT_MAX. */
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int balance = __VERIFIER_nondet_int();

    if (balance <= INT_MAX - 10)
        balance += 10;
    return balance == 0;
}
