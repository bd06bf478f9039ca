/* Counting the bits of a word by shifting it right until it is zero.  On a negative
 * int the shift is arithmetic and never reaches zero, so the guard against endless
 * looping trips and the assertion fails. */
#include <assert.h>

static int bit_length(int x)
{
    int n = 0;
    while (x != 0 && n < 40) {
        x >>= 1;                /* meant for an unsigned x */
        n++;
    }
    return n;
}

int main(void)
{
    assert(bit_length(0) == 0);
    assert(bit_length(1) == 1);
    assert(bit_length(255) == 8);
    assert(bit_length(0x7FFFFFFF) == 31);
    assert(bit_length(-1) <= 32);       /* 40 */
    return 0;
}
