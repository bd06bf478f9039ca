/* The difference of two truth values is -1, 0 or 1. */
#include <limits.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;

    return (x > y) - (x < y);
}

int main(void)
{
    int numbers[3] = { INT_MIN, 5, INT_MAX };

    qsort(numbers, 3, sizeof(int), compare);
    return numbers[0] == 5;
}
