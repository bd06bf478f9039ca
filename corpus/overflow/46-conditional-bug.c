/* Half of INT_MIN is the smallest number that can be doubled, and the test lets one more through. */
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int doubled = x > INT_MAX / 2 || x < INT_MIN / 2 - 1 ? 0 : 2 * x;

    return doubled == 4;
}
