/* The harmless twin of 01: no object lies in the first page or in the last one, in any
 * layout, so null, small numbers and error numbers cast to pointers compare in one way
 * only.  TRUE. */
#include <assert.h>
#include <stdlib.h>

static int object;

static int is_error(const void *p)
{
    return (unsigned long)p >= (unsigned long)-4095;
}

int main(void)
{
    char *block = malloc(4);
    assert(block != 0);
    assert((unsigned long)block > 100);
    assert((void *)block != (void *)-1L);
    assert(!is_error(block) && !is_error(&object));
    assert(is_error((void *)-12L));
    return 0;
}
