/* An unsigned char that meets an int becomes an int: the largest number plus one of them overflows. */
#include <limits.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char more = __VERIFIER_nondet_uchar();
    int top = INT_MAX - 254;

    return top + more == 5;
}
