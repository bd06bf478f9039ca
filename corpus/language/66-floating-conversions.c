/* Conversions between integers and floating types: truncation towards zero, rounding
 * of integers too wide for the mantissa, mixed arithmetic, and unsigned 64-bit values. */
#include <assert.h>
#include <stdint.h>

static int to_int(double d) { return d; }
static double to_double(int64_t v) { return v; }
static float to_float(int v) { return v; }

int main(void)
{
    unsigned char c = 3.99;
    int i = 7;
    uint64_t u = (uint64_t)1 << 63;

    assert(to_int(2.9) == 2 && to_int(-2.9) == -2 && to_int(0.999999) == 0);
    assert(c == 3);
    assert(to_double(1000000) == 1e6);
    assert(to_double(9007199254740993) == 9007199254740992.0);
    assert(to_float(16777217) == 16777216.0f);
    assert((int)to_float(16777217) == 16777216);
    assert(i / 2 == 3 && i / 2.0 == 3.5 && (double)(i / 2) == 3.0);
    i *= 1.5;
    assert(i == 10);
    i += 0.9;
    assert(i == 10);
    assert((double)u == 9223372036854775808.0);
    assert((uint64_t)9223372036854775808.0 == u);
    assert((double)-1 < 0 && (double)4294967295u > 4e9);
    assert((float)0.1 == 0.1f && (double)0.5f == 0.5);
    assert((long)1e15 == 1000000000000000);
    assert('a' * 1.0 == 97.0);
    return 0;
}
