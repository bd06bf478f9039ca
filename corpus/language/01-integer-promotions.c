/* Integer promotions: operands narrower than int are computed in int, so sums of
 * unsigned char do not wrap at 256, ~ and - work on int, and only the assignment
 * back to a narrow object truncates.  Every assertion is fixed by the C standard. */
#include <assert.h>
#include <limits.h>

static unsigned char brightness(unsigned char a, unsigned char b)
{
    return (a + b) / 2;         /* no wrap: the sum is an int */
}

int main(void)
{
    unsigned char a = 200, b = 100;
    unsigned short s = 0xFFFF;
    signed char c = -1;
    _Bool flag = 1;

    assert(a + b == 300);
    assert((unsigned char)(a + b) == 44);
    assert(brightness(200, 100) == 150);
    assert(brightness(255, 255) == 255);

    assert(~a == -201);
    assert((unsigned char)~a == 55);
    assert(-a == -200);
    assert(-a < 0);
    assert(!a == 0);

    assert(s + 1 == 65536);
    assert((unsigned short)(s + 1) == 0);
    assert(s << 4 == 0xFFFF0);

    assert(c == -1);
    assert((unsigned char)c == 255);
    assert((c & 0xFF) == 255);
    assert(c >> 3 == -1);

    assert(flag + flag == 2);
    assert(sizeof(a + b) == sizeof(int));
    assert(sizeof(+c) == sizeof(int));
    assert(sizeof(flag ? a : b) == sizeof(int));
    assert(sizeof(a += b) == 1);
    assert(sizeof 'x' == sizeof(int));

    a += 100;                   /* computed as int 300, stored modulo 256 */
    assert(a == 44);
    c = SCHAR_MAX;
    c++;
    assert(c == SCHAR_MIN);
    return 0;
}
