/* What was written last at a place nobody knows is read there. */
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int table[10000];

int main(void)
{
    int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
    if (i < 0 || i >= 10000 || j < 0 || j >= 10000)
        return 0;
    table[i] = 1;
    table[j] = 2;
    assert(table[j] == 2);
    assert(i == j || table[i] == 1);
    return 0;
}
