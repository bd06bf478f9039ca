/* Two inputs are added only where the sum fits: the guards themselves are differences that cannot leave the type,
 * because each is taken on the side where it brings the numbers together. */
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int sum = 0;

    if (b >= 0 ? a <= INT_MAX - b : a >= INT_MIN - b)
        sum = a + b;
    return sum == 0;
}
