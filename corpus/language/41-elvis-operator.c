/* The GNU conditional with omitted middle operand, a ?: b: a is evaluated once and is
 * the result when it is not zero, otherwise b is evaluated. */
#include <assert.h>
#include <stddef.h>

static int left, right;
static int try(int v) { left++; return v; }
static int fallback(int v) { right++; return v; }

static const char *name_or(const char *n, const char *d) { return n ?: d; }

int main(void)
{
    int zero = 0;

    assert((try(5) ?: fallback(7)) == 5);
    assert(left == 1 && right == 0);
    assert((try(0) ?: fallback(7)) == 7);
    assert(left == 2 && right == 1);
    assert((try(0) ?: try(0) ?: fallback(3)) == 3);
    assert(left == 4 && right == 2);
    assert(name_or("given", "default")[0] == 'g');
    assert(name_or(NULL, "default")[0] == 'd');
    assert((zero++ ?: 9) == 9 && zero == 1);
    assert((-1 ?: 0u) == 4294967295u);          /* common type of both operands */
    return 0;
}
