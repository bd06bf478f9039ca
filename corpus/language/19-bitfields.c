/* Bit-fields: values are truncated to the width, signed ones are sign-extended when
 * read, they promote to int, and neighbours in the same word are left alone. */
#include <assert.h>

struct flags {
    unsigned ready : 1;
    unsigned level : 3;
    int delta : 4;
    unsigned long big : 40;
    _Bool on : 1;
};

static struct flags g = { 1, 7, -8, 0xFFFFFFFFFFul, 1 };

static int level_of(const struct flags *f) { return f->level; }

int main(void)
{
    struct flags f = { 0 };
    unsigned two = 2;

    assert(g.ready == 1 && g.level == 7 && g.delta == -8 && g.on);
    assert(g.big == 1099511627775ul);

    f.level = two + 7;
    assert(f.level == 1);
    f.delta = 7;
    f.delta++;
    assert(f.delta == -8);
    assert(f.level == 1 && f.ready == 0);
    f.ready = two;
    assert(f.ready == 0);
    f.ready = ~f.ready;
    assert(f.ready == 1);
    f.on = two;                         /* conversion to _Bool, not truncation */
    assert(f.on == 1);

    f.level = 0;
    f.level--;
    assert(f.level == 7);
    assert(f.level - 8 == -1);          /* a 3-bit unsigned field promotes to int */
    assert(-f.level == -7);
    assert((f.level = 5 * two) == 2);        /* the value of the assignment is the stored one */
    f.level += 3;
    assert(level_of(&f) == 5);
    assert(f.level << 1 == 10);

    f.big = 1;
    f.big <<= 39;
    assert(f.big == 549755813888ul);
    f.big <<= 1;
    assert(f.big == 0);
    assert(f.delta == -8 && f.ready == 1 && f.on);
    return 0;
}
