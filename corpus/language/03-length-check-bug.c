/* A length check written as len - 1 < CAPACITY in unsigned arithmetic: it is right for
 * every length but 0, where 0u - 1 is the largest unsigned value and the check says
 * "does not fit".  The last assertion fails: FALSE. */
#include <assert.h>

#define CAPACITY 8u

static int fits(unsigned len)
{
    return len - 1 < CAPACITY;  /* meant: len <= CAPACITY */
}

int main(void)
{
    unsigned len;

    for (len = 1; len <= CAPACITY; len++)
        assert(fits(len));
    assert(!fits(CAPACITY + 1));
    assert(fits(0));            /* fails: 0u - 1 is 4294967295 */
    return 0;
}
