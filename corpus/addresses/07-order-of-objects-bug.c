/* Which of two variables comes first is up to the linker.  FALSE. */
#include <assert.h>

static int one, other;

int main(void)
{
    int *p = &one, *q = &other;
    assert(p < q);
    return 0;
}
