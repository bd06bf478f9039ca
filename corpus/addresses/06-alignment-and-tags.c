/* The low bits of an address that its alignment fixes are the same in all layouts: tests of
 * alignment, and flags kept in those bits.  TRUE. */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static int object;

int main(void)
{
    int *block = malloc(40);
    uintptr_t tagged = (uintptr_t)block | 1;

    assert(((uintptr_t)&object & 3) == 0);
    assert((uintptr_t)&object % sizeof(int) == 0);
    assert(((unsigned)(uintptr_t)block & 7) == 0);
    assert(tagged & 1);
    assert((int *)(tagged & ~(uintptr_t)1) == block);
    assert((int *)(tagged ^ 1) == block);
    assert(((uintptr_t)((char *)block + 5) & 7) == 5);
    return 0;
}
