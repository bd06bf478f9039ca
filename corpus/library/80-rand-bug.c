/* rand may return any value in its range, zero included: the programmer assumed that
 * it never comes up.  FALSE for some random number. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int ticket = rand();

    assert(ticket >= 0);
    assert(ticket != 0);        /* 0 was kept for "no ticket" */
    return 0;
}
