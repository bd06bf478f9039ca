/* Struct layout under LP64: member alignment, interior and tail padding, sizeof of
 * arrays of structs, offsetof, and member addresses that agree with it. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

struct mixed { char c; int i; short s; double d; char t; };
struct tight { char a, b; short s; int i; };
struct inner { char tag; long v; };
struct outer { char c; struct inner in[2]; char end[3]; };
struct empty_tail { long l; char c; };

int main(void)
{
    struct outer o;
    struct mixed m[2];

    assert(offsetof(struct mixed, c) == 0);
    assert(offsetof(struct mixed, i) == 4);
    assert(offsetof(struct mixed, s) == 8);
    assert(offsetof(struct mixed, d) == 16);
    assert(offsetof(struct mixed, t) == 24);
    assert(sizeof(struct mixed) == 32);
    assert(sizeof m == 64);

    assert(sizeof(struct tight) == 8);
    assert(offsetof(struct tight, b) == 1 && offsetof(struct tight, s) == 2);

    assert(sizeof(struct inner) == 16);
    assert(offsetof(struct outer, in) == 8);
    assert(offsetof(struct outer, in[1].v) == 32);
    assert(offsetof(struct outer, end[2]) == 42);
    assert(sizeof(struct outer) == 48);
    assert(sizeof(struct empty_tail) == 16);
    assert(sizeof o.end == 3);

    assert((char *)&o.in[1].v - (char *)&o == 32);
    assert((char *)&m[1] - (char *)&m[0] == 32);
    assert((char *)&m[1].s - (char *)m == 40);
    assert((void *)&o == (void *)&o.c);

    m[1].i = 0x01020304;
    assert(((unsigned char *)m)[32 + 4] == 4);  /* little endian */
    assert(((unsigned char *)m)[32 + 7] == 1);
    return 0;
}
