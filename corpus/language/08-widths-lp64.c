/* Sizes and ranges of the basic types under LP64 (x86-64 Linux), types of integer
 * constants by value and suffix, and arithmetic in long that would not fit in int. */
#include <assert.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

int main(void)
{
    long billion = 1000000000;

    assert(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4);
    assert(sizeof(long) == 8 && sizeof(long long) == 8);
    assert(sizeof(void *) == 8 && sizeof(int (*)(void)) == 8);
    assert(sizeof(size_t) == 8 && sizeof(ptrdiff_t) == 8 && sizeof(intptr_t) == 8);
    assert(sizeof(float) == 4 && sizeof(double) == 8 && sizeof(long double) == 16);
    assert(sizeof(_Bool) == 1 && sizeof(wchar_t) == 4);

    assert(LONG_MAX == 9223372036854775807);
    assert(sizeof(2147483647) == 4);
    assert(sizeof(2147483648) == 8);
    assert(sizeof(0x80000000) == 4);            /* hexadecimal: unsigned int fits */
    assert(0x80000000 > 0);
    assert(sizeof(0xFFFFFFFFFF) == 8);
    assert(sizeof(1L) == 8 && sizeof(1ULL) == 8 && sizeof(1U) == 4);

    assert(billion * 10 == 10000000000);
    assert((int)(billion * 10) == 1410065408);
    assert((unsigned long)(unsigned)-1 == 4294967295);
    assert((unsigned long)-1 == ULONG_MAX);
    assert(~0 == -1);
    assert(~0ul == ULONG_MAX);
    assert(~0u != ~0ul);
    assert(-1L < 0u + 1);                       /* unsigned int fits in long */
    return 0;
}
