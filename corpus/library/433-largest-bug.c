/* The search for the largest begins with zero, and all numbers may be negative.  FALSE. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[3], i, largest = 0;

    for (i = 0; i < 3; i++)
        a[i] = __VERIFIER_nondet_int();
    for (i = 0; i < 3; i++)
        if (a[i] > largest)
            largest = a[i];
    assert(largest == a[0] || largest == a[1] || largest == a[2]);
    return 0;
}
