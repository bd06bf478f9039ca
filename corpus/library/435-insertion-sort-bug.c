/* Insertion sort that stops one place too early: the first number never moves.  FALSE. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[3], i, j;

    for (i = 0; i < 3; i++)
        a[i] = __VERIFIER_nondet_int();
    for (i = 1; i < 3; i++)
        for (j = i; j > 1 && a[j - 1] > a[j]; j--) {
            int t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
        }
    assert(a[0] <= a[1] && a[1] <= a[2]);
    return 0;
}
