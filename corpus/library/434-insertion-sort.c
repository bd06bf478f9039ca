/* Insertion sort of three numbers that nobody knows.  TRUE. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[3], i, j, sum = 0, after = 0;

    for (i = 0; i < 3; i++) {
        a[i] = __VERIFIER_nondet_int();
        sum += a[i] == 7;
    }
    for (i = 1; i < 3; i++)
        for (j = i; j > 0 && a[j - 1] > a[j]; j--) {
            int t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
        }
    assert(a[0] <= a[1] && a[1] <= a[2]);
    for (i = 0; i < 3; i++)
        after += a[i] == 7;
    assert(sum == after);
    return 0;
}
