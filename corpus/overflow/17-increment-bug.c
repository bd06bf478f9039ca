/* The loop counts to a bound that is included, and the bound is the largest number: the last ++ overflows. */
#include <limits.h>

int main(void)
{
    int rounds = 0;

    for (int i = INT_MAX - 2; i <= INT_MAX; i++)
        if (++rounds > 5)
            break;
    return rounds;
}
