/* Shift operators: the result has the promoted type of the left operand alone, right
 * shifts of negative values are arithmetic (gcc), of unsigned values logical; packing
 * and unpacking bytes and rotating words come out exactly. */
#include <assert.h>
#include <stdint.h>

static uint32_t rotate_left(uint32_t x, unsigned n)
{
    return (x << (n & 31)) | (x >> (-n & 31));
}

static uint64_t load_be(const uint8_t *p, int n)
{
    uint64_t v = 0;
    for (int i = 0; i < n; i++)
        v = v << 8 | p[i];
    return v;
}

int main(void)
{
    int neg = -17;
    unsigned u = 0x80000000u;
    uint8_t bytes[8] = { 0xDE, 0xAD, 0xBE, 0xEF, 0x80, 0x00, 0x00, 0x01 };

    assert(neg >> 1 == -9);
    assert(neg >> 31 == -1);
    assert((unsigned)neg >> 31 == 1);
    assert(u >> 31 == 1);
    assert(u << 1 == 0);
    assert(1u << 31 == u);
    assert(1ul << 40 == 1099511627776ul);
    assert(sizeof(1 << 2ul) == sizeof(int));
    assert(sizeof((char)1 << 1) == sizeof(int));
    assert((int64_t)-1 >> 63 == -1);
    assert((uint64_t)-1 >> 63 == 1);

    assert(rotate_left(0x80000001u, 1) == 3);
    assert(rotate_left(0x12345678u, 8) == 0x34567812u);
    assert(rotate_left(0x12345678u, 0) == 0x12345678u);

    assert(load_be(bytes, 4) == 0xDEADBEEFu);
    assert(load_be(bytes, 8) == 0xDEADBEEF80000001u);
    assert((uint8_t)(load_be(bytes, 8) >> 32) == 0xEF);

    u = 0xFF;
    u <<= 4;
    u >>= 2;
    assert(u == 0x3FC);
    neg >>= 2;
    assert(neg == -5);
    return 0;
}
