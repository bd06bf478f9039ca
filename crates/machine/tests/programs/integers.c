// Integer arithmetic: promotions, conversions, shifts, division, all widths.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

static int counter;
static int next(void) { return ++counter; }

int main(void) {
    unsigned char uc = 250;
    signed char sc = -100;
    unsigned short us = 65535;
    int i = INT_MIN;
    unsigned u = 4000000000u;
    long long ll = -1234567890123LL;
    unsigned long long ull = ~0ULL;
    uc += 10;
    sc -= 100;
    us++;
    printf("%d %d %d\n", uc, sc, us);
    printf("%d %u %lld %llu\n", i + 1, u * 2, ll * 3, ull / 7);
    printf("%d %d %d %d\n", -7 / 2, -7 % 2, 7 / -2, 7 % -2);
    printf("%d %d\n", -8 >> 1, (int)(0x80000000u >> 4));
    printf("%u %d\n", (unsigned)-1 > 0 ? 1 : 0, -1 < (int)1u);
    printf("%d\n", (signed char)300);
    printf("%d %d\n", (int)(short)70000, (int)(unsigned short)-3);
    printf("%lld %llx\n", (long long)(int)0xdeadbeef, (unsigned long long)(long long)-2);
    __int128 wide = (__int128)ll * ll;
    printf("%llx %llx\n", (unsigned long long)(wide >> 64), (unsigned long long)wide);
    unsigned __int128 uw = ((unsigned __int128)1 << 100) / 1000000007u;
    printf("%llx %llx\n", (unsigned long long)(uw >> 64), (unsigned long long)uw);
    int a[3] = {next(), next(), next()};
    int x = 5;
    x = x++ + 0 * x;
    printf("%d %d %d %d\n", a[0], a[1], a[2], x);
    printf("%d %d\n", (x > 3) + (x < 3), !x);
    int y = 3;
    y <<= 4; y |= 5; y ^= 0xff; y &= ~1; y %= 77; y /= 2;
    printf("%d\n", y);
    _Bool b = 256;
    b += 5;
    printf("%d %zu\n", b, sizeof b);
    enum color { RED = -1, GREEN, BLUE = 1u << 30 } c = BLUE;
    printf("%d %d\n", c, RED);
    printf("%ld %d\n", LONG_MAX, CHAR_MIN);
    return 42;
}
