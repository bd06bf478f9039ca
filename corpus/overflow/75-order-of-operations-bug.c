/* The sum of three numbers would fit, but on the way to it there is one that does not. */
#include <limits.h>

int main(void)
{
    int a = INT_MAX, b = 2, c = -2;

    return a + b + c == INT_MAX ? 0 : 1;
}
