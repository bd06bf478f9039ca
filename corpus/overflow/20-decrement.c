/* A loop downwards that tests before it goes on. */
#include <limits.h>

int main(void)
{
    int i = INT_MIN + 2, rounds = 0;

    while (i > INT_MIN && rounds < 5) {
        rounds++;
        --i;
    }
    return rounds;
}
