/* Bit-counting and byte-swapping builtins against hand-written loops, for 32-bit and
 * 64-bit operands. */
#include <assert.h>
#include <stdint.h>

static int slow_clz(uint32_t x)
{
    int n = 0;
    for (uint32_t b = 1u << 31; b && !(x & b); b >>= 1)
        n++;
    return n;
}

static int slow_popcount(uint64_t x)
{
    int n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}

int main(void)
{
    static const uint32_t samples[] = { 1, 2, 0x80000000u, 0xFFFFFFFFu, 0x00F0, 12345 };

    for (unsigned i = 0; i < sizeof samples / sizeof *samples; i++) {
        uint32_t x = samples[i];
        assert(__builtin_clz(x) == slow_clz(x));
        assert(__builtin_popcount(x) == slow_popcount(x));
        assert(__builtin_ctz(x) == slow_popcount((x & -x) - 1));
        assert(__builtin_ffs(x) == __builtin_ctz(x) + 1);
        assert(__builtin_parity(x) == slow_popcount(x) % 2);
    }
    assert(__builtin_clzl(1ul) == 63 && __builtin_clzll(1ull << 40) == 23);
    assert(__builtin_ctzl(1ul << 50) == 50 && __builtin_ctzll(8) == 3);
    assert(__builtin_popcountl(~0ul) == 64 && __builtin_popcountll(5) == 2);
    assert(__builtin_ffs(0) == 0 && __builtin_ffsl(1l << 33) == 34);
    assert(__builtin_bswap16(0x1234) == 0x3412);
    assert(__builtin_bswap32(0x12345678) == 0x78563412);
    assert(__builtin_bswap64(0x0102030405060708) == 0x0807060504030201);
    assert(__builtin_abs(-4) == 4 && __builtin_labs(-5L) == 5);
    return 0;
}
