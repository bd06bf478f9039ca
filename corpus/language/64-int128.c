/* __int128: multiplication of 64-bit words with a 128-bit result, shifts across the
 * middle, signed comparison and division, conversion down to 64 bits. */
#include <assert.h>
#include <stdint.h>

typedef unsigned __int128 u128;
typedef __int128 i128;

static uint64_t mul_high(uint64_t a, uint64_t b)
{
    return (uint64_t)((u128)a * b >> 64);
}

int main(void)
{
    u128 big = (u128)1 << 100;
    i128 neg = -5;
    u128 sum = (u128)UINT64_MAX + 1;

    assert(sizeof(u128) == 16 && _Alignof(u128) == 16);
    assert(mul_high(UINT64_MAX, UINT64_MAX) == UINT64_MAX - 1);
    assert(mul_high(1ull << 32, 1ull << 33) == 2);
    assert((uint64_t)big == 0 && (uint64_t)(big >> 64) == 1ull << 36);
    assert(sum >> 64 == 1 && (uint64_t)sum == 0);
    assert(neg < 0 && neg / 2 == -2 && neg % 2 == -1 && neg >> 70 == -1);
    assert((u128)neg > big && (int)neg == -5);
    assert(big / 1000000007u * 1000000007u + big % 1000000007u == big);
    assert((uint64_t)(~(u128)0 >> 64) == UINT64_MAX);
    assert(!(big & (big - 1)));
    return 0;
}
