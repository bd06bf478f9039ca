/* How gcc packs bit-fields on x86-64: from the least significant bit upwards, never
 * across a storage unit of the declared type, with zero-width fields forcing a new
 * unit, unnamed fields as padding, and ordinary members filling the rest. */
#include <assert.h>
#include <stdint.h>
#include <string.h>

struct rgb565 { uint16_t b : 5, g : 6, r : 5; };
struct straddle { unsigned a : 20, b : 20; };
struct split { unsigned a : 4; unsigned : 0; unsigned b : 4; };
struct gap { unsigned a : 4; unsigned : 4; unsigned b : 8; char c; };
struct bytes { char a : 3; char b : 6; };
struct tail { unsigned a : 3; char c; };

union pixel { struct rgb565 f; uint16_t raw; };

int main(void)
{
    union pixel p;
    struct straddle s = { 0 };
    struct split z = { 0 };
    struct gap g = { 0 };
    struct tail t = { 0 };
    uint32_t w[2];
    unsigned char raw[4];

    p.raw = 0;
    p.f.r = 31;
    assert(p.raw == 0xF800);
    p.f.g = 1;
    assert(p.raw == 0xF820);
    p.raw = 0x1234;
    assert(p.f.b == 0x14 && p.f.g == 0x11 && p.f.r == 2);

    assert(sizeof(struct rgb565) == 2);
    assert(sizeof(struct straddle) == 8);
    s.a = 1;
    s.b = 2;
    memcpy(w, &s, sizeof s);
    assert(w[0] == 1 && w[1] == 2);

    assert(sizeof(struct split) == 8);
    z.a = 5;
    z.b = 6;
    memcpy(w, &z, sizeof z);
    assert(w[0] == 5 && w[1] == 6);

    assert(sizeof(struct gap) == 4);
    g.a = 1;
    g.b = 0xAB;
    g.c = 'x';
    memcpy(raw, &g, 4);
    assert(raw[0] == 1 && raw[1] == 0xAB && raw[2] == 'x');

    assert(sizeof(struct bytes) == 2);
    assert(sizeof(struct tail) == 4);
    t.a = 7;
    t.c = 1;
    memcpy(raw, &t, 4);
    assert(raw[0] == 7 && raw[1] == 1);
    return 0;
}
