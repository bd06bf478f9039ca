/* One of two global cells is chosen in every round and written through a pointer, never with a smaller value.
 * What must be found: both cells are at least nought, whichever the pointer means. */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int left, right;

static void store(int *cell, int value)
{
    if (value > *cell)
        *cell = value;
}

int main(void)
{
    while (1) {
        int *cell = __VERIFIER_nondet_int() ? &left : &right;
        store(cell, __VERIFIER_nondet_int());
        assert(left >= 0 && right >= 0);
    }
}
