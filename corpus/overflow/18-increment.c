/* The same loop left before the counter has to go on. */
#include <limits.h>

int main(void)
{
    int rounds = 0;

    for (int i = INT_MAX - 2;; i++) {
        rounds++;
        if (i == INT_MAX)
            break;
    }
    return rounds;
}
