/* An int that meets an unsigned int becomes one, so the sum, the difference and the product wrap. Converting the result back to int is no overflow. */
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned one = 1;
    int y;

    y = x + one;
    y = x - one;
    y = x * 3u;
    y = INT_MAX + one;
    y = -(x + 0u);
    x += one;
    return y == x;
}
