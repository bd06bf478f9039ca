/* The builtins compute in infinite precision, wrap, and tell: none of that is an overflow. */
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a = __VERIFIER_nondet_int(), sum = 0, product = 0;

    if (__builtin_add_overflow(a, 1, &sum))
        return sum != INT_MIN;
    if (__builtin_mul_overflow(INT_MAX, 2, &product) && product == -2)
        return 0;
    return 1;
}
