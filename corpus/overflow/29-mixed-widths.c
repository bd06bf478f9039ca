/* An unsigned char is at most 255. */
#include <limits.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    unsigned char more = __VERIFIER_nondet_uchar();
    int top = INT_MAX - 255;

    return top + more == 5;
}
