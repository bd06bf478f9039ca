/* Unions: all members share their bytes, so a word written as an integer can be read
 * as bytes (little endian), halves, a float's bit pattern or a struct of fields. */
#include <assert.h>
#include <stdint.h>

union word {
    uint32_t u;
    int32_t i;
    uint8_t b[4];
    struct { uint16_t lo, hi; } h;
    float f;
};

union value { char c; long l; char text[11]; };

int main(void)
{
    union word w;
    union value v;
    union word copy;

    w.u = 0x11223344;
    assert(w.b[0] == 0x44 && w.b[3] == 0x11);
    assert(w.h.lo == 0x3344 && w.h.hi == 0x1122);
    w.b[1] = 0xFF;
    assert(w.u == 0x1122FF44);
    w.h.hi = 0xFFFF;
    assert(w.i == -188);

    w.f = 1.0f;
    assert(w.u == 0x3F800000);
    w.u = 0xC0490000;
    assert(w.f == -3.140625f);
    w.u ^= 0x80000000;
    assert(w.f == 3.140625f);

    copy = w;
    copy.u = 0;
    assert(copy.f == 0.0f && w.f == 3.140625f);

    assert(sizeof(union word) == 4);
    assert(sizeof(union value) == 16);          /* 11 rounded up to alignof(long) */
    v.l = -1;
    v.c = 0;
    assert(v.l == -256);
    assert((void *)&v.c == (void *)&v.text[0]);
    return 0;
}
