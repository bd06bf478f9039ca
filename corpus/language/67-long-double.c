/* long double (80-bit x87 extended on x86-64): 64 bits of mantissa, so it holds every
 * 64-bit integer exactly; arithmetic and conversions on exact values. */
#include <assert.h>
#include <stdint.h>

int main(void)
{
    long double x = 9223372036854775807.0L;
    long double y = 0.5L;

    assert(sizeof(long double) == 16);
    assert((int64_t)x == INT64_MAX);
    assert(x + 1 == 9223372036854775808.0L);
    assert(x - 1 != x);
    assert((double)x == 9223372036854775808.0);
    assert(y + 0.25 == 0.75L && y * 3 == 1.5L);
    assert((int)(y * 7) == 3);
    assert(y > 0.25f && -y < 0);
    assert(y / 4 == 0.125);
    return 0;
}
