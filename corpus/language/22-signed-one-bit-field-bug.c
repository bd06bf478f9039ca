/* A signed bit-field of width 1 holds 0 or -1, never 1: testing it for truth works,
 * comparing it with 1 fails. */
#include <assert.h>

struct options {
    int verbose : 1;
    int colour : 2;
};

int main(void)
{
    struct options o = { 0, 1 };

    o.verbose = -1;
    assert(o.verbose);          /* any non-zero value is true */
    assert(o.colour == 1);
    assert(o.verbose == 1);     /* it is -1 */
    return 0;
}
