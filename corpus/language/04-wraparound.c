/* Unsigned arithmetic is modulo 2^n, and conversions to narrower types keep the low
 * bits (to signed ones as gcc defines it).  A sequence-number comparison across the
 * wrap point relies on exactly that. */
#include <assert.h>
#include <limits.h>
#include <stdint.h>

static int seq_before(uint16_t a, uint16_t b)
{
    return (int16_t)(uint16_t)(a - b) < 0;
}

int main(void)
{
    unsigned u = UINT_MAX;
    unsigned long ul = 0;
    uint8_t tick = 250;
    int steps = 0;

    u++;
    assert(u == 0);
    u--;
    assert(u == 4294967295u);
    assert(u * u == 1);
    assert(u * 2 == 4294967294u);
    assert(-u == 1);

    ul--;
    assert(ul == 18446744073709551615ul);
    assert(ul >> 32 == u);

    while (tick != 4) {
        tick++;
        steps++;
    }
    assert(steps == 10);

    assert(seq_before(65530, 3));
    assert(!seq_before(3, 65530));
    assert(!seq_before(7, 7));

    assert((signed char)300 == 44);
    assert((signed char)200 == -56);
    assert((int)4294967290u == -6);
    assert((short)0x12345678 == 0x5678);
    assert((unsigned short)-2 == 65534);
    assert((long)-1 == (long)ULONG_MAX);
    assert((uint8_t)-1 == 255);
    assert((uint64_t)(int8_t)0x80 == 0xFFFFFFFFFFFFFF80u);
    assert((uint64_t)(uint8_t)0x80 == 0x80);
    return 0;
}
