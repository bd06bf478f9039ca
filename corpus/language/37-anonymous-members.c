/* Anonymous structs and unions: their members are members of the enclosing type, can
 * be nested, take part in initialisation, and overlap where a union says so. */
#include <assert.h>
#include <stddef.h>

struct token {
    enum { NUMBER, NAME, RANGE } kind;
    union {
        long number;
        const char *name;
        struct { int lo, hi; };
    };
    int line;
};

static struct token t1 = { NUMBER, { .number = 0x700000005 }, 12 };
static struct token t2 = { .kind = RANGE, .lo = -1, .hi = 1, .line = 13 };

static int width(const struct token *t) { return t->kind == RANGE ? t->hi - t->lo : 0; }

int main(void)
{
    struct token t;

    assert(sizeof(struct token) == 24);
    assert(offsetof(struct token, hi) == 12 && offsetof(struct token, name) == 8);
    assert(t1.lo == 5 && t1.hi == 7 && t1.line == 12);
    assert(width(&t1) == 0 && width(&t2) == 2);
    assert(t2.number == 0x1FFFFFFFF);

    t = (struct token) { .kind = NAME, .name = "abc" };
    assert(t.name[1] == 'b' && t.line == 0);
    t.hi = 9;
    t.lo = 0;
    assert(t.number == 0x900000000);
    return 0;
}
