/* After the first block is freed a second one of the same size is allocated, perhaps at the same address. The first pointer is dead in any
 * case, and an allocator that does not reuse the address at once shows it. */
#include <stdlib.h>

int main(void)
{
    int *old = malloc(sizeof *old), *fresh;

    free(old);
    fresh = malloc(sizeof *fresh);
    *fresh = 1;
    *old = 2;
    free(fresh);
    return 0;
}
