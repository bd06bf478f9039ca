/* The remainder of INT_MIN by -1 would be zero, but C defines it by the quotient, which does not fit (6.5.5p6); the processor's instruction traps. */
#include <limits.h>

static int modulus = -1;

int main(void)
{
    int smallest = INT_MIN;

    return smallest % modulus;
}
