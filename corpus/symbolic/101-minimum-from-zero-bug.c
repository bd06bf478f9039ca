/* The smallest and the largest element of an array of unknown length, but the comparison for the smallest is the wrong way round and begins with zero. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n <= 0 || n > 100000000)
        return 0;
    int *a = malloc(n * sizeof *a);
    for (int i = 0; i < n; i++)
        a[i] = __VERIFIER_nondet_int();
    int min = 0, max = a[0];
    for (int i = 0; i < n; i++) {
        if (a[i] > min)
            min = a[i];
        if (a[i] > max)
            max = a[i];
    }
    assert(min <= max);
    return 0;
}
