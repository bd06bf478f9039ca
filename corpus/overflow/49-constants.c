/* Constants that only look too large: 2147483648 is a long, so minus that number fits, and is then converted; the largest
 * numbers of all types are written without overflow; a hexadecimal constant may be unsigned. */
#include <limits.h>

enum limits { LOW = -2147483647 - 1, HIGH = 2147483647 };

static int table[] = { -2147483648, INT_MIN, LOW, HIGH, -INT_MAX };

int main(void)
{
    long below = -2147483648 - 1;
    unsigned high = 0x80000000 + 0x80000000;
    unsigned long all = 0x7fffffff + 1L;

    return table[0] == table[1] && below < LOW && high == 0 && all == 2147483648u && -9223372036854775807 - 1 == LONG_MIN ? 0 : 1;
}
