/* The usual arithmetic conversions: comparing int with unsigned converts the int to
 * unsigned, comparing it with long (wider, LP64) keeps the sign, and unsigned char or
 * unsigned short against int compares mathematically. */
#include <assert.h>
#include <stdint.h>

static int less_iu(int a, unsigned b) { return a < b; }
static int less_lu(long a, unsigned b) { return a < b; }
static int less_lul(long a, unsigned long b) { return a < b; }
static int less_cu(signed char a, unsigned short b) { return a < b; }

int main(void)
{
    int32_t m = -1;
    uint32_t u = 1;
    int64_t q = -1;

    assert(!less_iu(-1, 1));            /* -1 becomes 4294967295 */
    assert(less_iu(5, 4000000000u));
    assert(less_lu(-1, 1));             /* unsigned fits in long */
    assert(!less_lul(-1, 1));           /* long becomes unsigned long */
    assert(less_cu(-1, 1));             /* both become int */

    assert(m > u);
    assert(q < u);
    assert(m == 0xFFFFFFFFu);
    assert(q != 0xFFFFFFFFu);
    assert((m ^ 0u) == 4294967295u);
    assert((m + u) == 0);
    assert((1 ? m : u) > 0);            /* the conditional has type unsigned */
    assert((1 ? m : 1) < 0);
    assert(-1 / 2u == 0x7FFFFFFFu);
    assert(-7 % 4u == 1);
    assert(m / 2 == 0);
    return 0;
}
