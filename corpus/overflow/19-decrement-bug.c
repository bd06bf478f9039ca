/* A loop downwards whose bound is the smallest number. */
#include <limits.h>

int main(void)
{
    int i = INT_MIN + 2, rounds = 0;

    while (i >= INT_MIN && rounds < 5) {
        rounds++;
        --i;
    }
    return rounds;
}
