/* Shifts by less than the width, of unsigned values and of signed ones that are not negative; and a negative value to the right, which
 * the implementation defines. A left shift of an atomic object whose result fits. */
#include <stdatomic.h>

static atomic_int flags = 1;

int main(void)
{
    unsigned all = 1;
    int ones = 0, sign = -1;

    for (int i = 0; i < 32; i++)
        all |= 1u << i;
    for (int i = 0; i < 31; i++)
        ones |= 1 << i;
    ones <<= 0;
    sign >>= 31;
    flags <<= 30;
    return all >> 31 == 1 && ones >> 30 == 1 && sign == -1 && flags > 0;
}
