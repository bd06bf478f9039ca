/* __builtin_{add,sub,mul}_overflow: the wrapped result is stored and the overflow flag
 * says whether the infinite-precision result fits, for mixed operand types too. */
#include <assert.h>
#include <limits.h>
#include <stdint.h>

static int safe_add(int a, int b, int fallback)
{
    int r;
    return __builtin_add_overflow(a, b, &r) ? fallback : r;
}

int main(void)
{
    int i;
    unsigned u;
    uint8_t b;
    long l;

    assert(safe_add(2, 3, -1) == 5);
    assert(safe_add(INT_MAX, 1, -1) == -1);
    assert(__builtin_add_overflow(INT_MAX, 1, &i) && i == INT_MIN);
    assert(__builtin_sub_overflow(INT_MIN, 1, &i) && i == INT_MAX);
    assert(!__builtin_sub_overflow(-5, -7, &i) && i == 2);
    assert(__builtin_mul_overflow(65536, 65536, &i) && i == 0);
    assert(!__builtin_mul_overflow(65536, 65536, &l) && l == 4294967296);
    assert(__builtin_sub_overflow(1u, 2u, &u) && u == UINT_MAX);
    assert(!__builtin_sub_overflow(1u, 2u, &i) && i == -1);
    assert(__builtin_add_overflow(200, 100, &b) && b == 44);
    assert(!__builtin_add_overflow(200, 55, &b) && b == 255);
    assert(__builtin_add_overflow(-1, 0u, &u) && u == UINT_MAX);
    assert(__builtin_sadd_overflow(INT_MAX, INT_MAX, &i) && i == -2);
    assert(!__builtin_uadd_overflow(1u, 2u, &u) && u == 3);
    assert(__builtin_smull_overflow(LONG_MAX, 2, &l) && l == -2);
    assert(__builtin_add_overflow_p(INT_MAX, 1, (int)0) && !__builtin_mul_overflow_p(3, 4, (int)0));
    return 0;
}
