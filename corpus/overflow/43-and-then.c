/* The right side of && is evaluated only if the left side holds, and of || only if it does not. */
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y;

    if (x < INT_MAX && (y = x + 1) > 10)
        return 1;
    if (x == INT_MIN || (y = x - 1) > 10)
        return 2;
    return y == 3;
}
