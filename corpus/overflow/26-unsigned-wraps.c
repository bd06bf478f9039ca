/* Unsigned numbers do not overflow: they wrap, in all operations and in all widths. */
#include <limits.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned a = __VERIFIER_nondet_uint(), b = UINT_MAX;
    unsigned long c = ULONG_MAX;
    unsigned long long d = 0;

    b++;
    b--;
    b += a;
    b = a * a;
    b = -a;
    b = a - 1;
    c = c * c + a;
    d--;
    return b + c + d == 1;
}
