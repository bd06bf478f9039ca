/* Work is done piece by piece, and the number of pieces is any number.
 * What must be found: what is left and what is done together are always the number of pieces. */
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned pieces = __VERIFIER_nondet_uint();
    unsigned left = pieces;
    unsigned done = 0;

    while (left > 0) {
        left--;
        done++;
    }
    assert(done == pieces);
    return 0;
}
