/* A pointer behind the last element may be computed, compared and gone back from, as long as nothing is read there. */
#include <stdlib.h>

int main(void)
{
    int *numbers = calloc(3, sizeof(int)), *end = numbers + 3, sum = 0;

    for (int *at = numbers; at != end; at++)
        sum += *at;
    sum += end[-1] + (end - numbers == 3);
    free(end - 3);
    return sum;
}
