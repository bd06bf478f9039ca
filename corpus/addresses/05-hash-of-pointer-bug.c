/* Which bucket a pointer falls into depends on where the object lies: in some layouts the
 * two objects share one.  FALSE. */
#include <assert.h>

static int left, right;
static int used[8];

static void enter(const int *p)
{
    unsigned bucket = (unsigned long)p / sizeof *p % 8;
    assert(!used[bucket]);
    used[bucket] = 1;
}

int main(void)
{
    enter(&left);
    enter(&right);
    return 0;
}
