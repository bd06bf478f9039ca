/* `*=` of an atomic unsigned short: both operands are promoted to int, where 65535 times 65535 does not fit. */
#include <limits.h>
#include <stdatomic.h>

static _Atomic unsigned short area = USHRT_MAX;

int main(void)
{
    area *= USHRT_MAX;
    return 0;
}
