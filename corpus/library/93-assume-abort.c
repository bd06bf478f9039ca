/* assume_abort_if_not, as SV-COMP programs define it, cuts off the runs in which its
 * argument is 0; a loop bound taken from such an input is small. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

void assume_abort_if_not(int cond)
{
    if (!cond)
        abort();
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    int sum = 0;

    assume_abort_if_not(n >= 0 && n <= 3);
    for (int i = 1; i <= n; i++)
        sum += i;
    if (sum > 6 || 2 * sum != n * (n + 1))
        reach_error();
    return 0;
}
