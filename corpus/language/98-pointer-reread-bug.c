/* range->lo and range->hi each read the shared pointer: when it is switched to another
 * range in between, the two ends do not belong together.  FALSE. */
#include <assert.h>
#include <pthread.h>

struct range { int lo, hi; };

static struct range small = { 1, 2 }, large = { 10, 20 };
static struct range *volatile range = &small;

static void *widen(void *arg)
{
    range = &large;
    return 0;
}

int main(void)
{
    pthread_t t;
    int width;

    pthread_create(&t, 0, widen, 0);
    width = -range->lo;
    width += range->hi;
    assert(width == 1 || width == 10);
    pthread_join(t, 0);
    return 0;
}
