/* The builtin tells that the sum has wrapped, and nobody listens: INT_MIN comes out, and one less overflows. */
#include <limits.h>

int main(void)
{
    int top = INT_MAX, sum;

    (void)__builtin_add_overflow(top, 1, &sum);
    sum = sum - 1;
    return sum == 0;
}
