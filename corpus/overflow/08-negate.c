/* All numbers but INT_MIN have a counterpart; unary plus and complement have one for all. */
#include <limits.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = +x + 0;

    y = ~y;
    if (x != INT_MIN)
        y = -x;
    return y == 7;
}
