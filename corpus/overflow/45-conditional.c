/* Of the two sides of ?: one is evaluated. */
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int next = x == INT_MAX ? INT_MIN : x + 1;
    int doubled = x > INT_MAX / 2 || x < INT_MIN / 2 ? 0 : 2 * x;

    return next == doubled;
}
