/* With the small numbers first all sums fit. */
#include <limits.h>

int main(void)
{
    int a = INT_MAX, b = 2, c = -2;

    return a + (b + c) == INT_MAX ? 0 : 1;
}
