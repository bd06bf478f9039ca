/* The largest of four numbers is at least as large as each, and one of them.  TRUE. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4], i, largest;

    for (i = 0; i < 4; i++)
        a[i] = __VERIFIER_nondet_int();
    largest = a[0];
    for (i = 1; i < 4; i++)
        if (a[i] > largest)
            largest = a[i];
    for (i = 0; i < 4; i++)
        assert(largest >= a[i]);
    assert(largest == a[0] || largest == a[1] || largest == a[2] || largest == a[3]);
    return 0;
}
