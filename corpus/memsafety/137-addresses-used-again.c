/* Blocks and frames come and go, and may have the addresses of earlier ones; only pointers to those that are alive are used. */
#include <stdlib.h>

static int *kept;

static int use(int *number)
{
    int local = *number;

    kept = &local;
    return *kept;
}

int main(void)
{
    int sum = 0;

    for (int i = 0; i < 3; i++) {
        int *block = malloc(sizeof *block);

        *block = i;
        sum += use(block);
        free(block);
    }
    return sum != 3;
}
