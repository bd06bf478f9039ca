/* On a machine where long is wider than int an unsigned int becomes a long, which is signed. */
#include <limits.h>

int main(void)
{
    long top = LONG_MAX;
    unsigned one = 1;

    return top + one == 0;
}
