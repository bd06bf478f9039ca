/* `*=` of atomic objects: one whose products fit, one that is unsigned and wraps around, and a short one, whose products are computed as int and fit. */
#include <limits.h>
#include <stdatomic.h>

static atomic_int scale = INT_MAX / 5;
static atomic_uint wraps = UINT_MAX;
static _Atomic short narrow = SHRT_MAX;

int main(void)
{
    scale *= 5;
    wraps *= 5;
    narrow *= 5;
    return 0;
}
