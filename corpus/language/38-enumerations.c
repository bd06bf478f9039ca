/* Enumerations: automatic numbering, explicit and repeated values, expressions of
 * earlier constants, enumerators as array bounds and case labels, unsigned versus
 * signed underlying type (gcc), and flags combined in an enum object. */
#include <assert.h>

enum plain { A, B, C = 10, D, E = 10, F };
enum minus { LOW = -1, ZERO, HIGH = 1 << 20 };
enum flag { READ = 1, WRITE = READ << 1, EXEC = WRITE << 1, ALL = READ | WRITE | EXEC };
enum { COUNT = F + 1 };
typedef enum colour colour;
enum colour { RED, GREEN, BLUE, NCOLOURS };

static int seen[NCOLOURS];

static colour next(colour c) { return (c + 1) % NCOLOURS; }

static const char *name(colour c)
{
    switch (c) {
    case RED: return "red";
    case GREEN: return "green";
    case BLUE: return "blue";
    default: return "?";
    }
}

int main(void)
{
    enum flag f = READ;
    enum plain p = B;
    enum minus m = LOW;
    colour c = GREEN;

    assert(A == 0 && B == 1 && D == 11 && E == 10 && F == 11 && COUNT == 12);
    assert(LOW < ZERO && ZERO == 0 && HIGH == 1048576);
    assert(sizeof(enum plain) == 4 && sizeof A == 4);
    f |= EXEC;
    assert(f == 5 && (f & ~WRITE) == 5 && ALL == 7);
    p--;
    p--;
    assert(p > 0);              /* no negative enumerator: unsigned int in gcc */
    m--;
    assert(m < 0 && m == -2);
    for (int i = 0; i < 5; i++, c = next(c))
        seen[c]++;
    assert(seen[RED] == 1 && seen[GREEN] == 2 && seen[BLUE] == 2);
    assert(name(BLUE)[0] == 'b' && name(7)[0] == '?');
    return 0;
}
