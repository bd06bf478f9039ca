/* The error is reached when the block lies in the first 4 GiB of the address space, which
 * some allocators do and others do not.  In a layout that puts the heap elsewhere the
 * assumption hides the error.  FALSE. */
#include <stdlib.h>

extern void __VERIFIER_assume(int);
extern void reach_error(void);

int main(void)
{
    char *block = malloc(4);
    __VERIFIER_assume((unsigned long)block <= 4000000000UL);
    reach_error();
    return 0;
}
