/* Comparing by the difference is right for small numbers only. */
#include <limits.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    int numbers[2] = { INT_MIN, 5 };

    qsort(numbers, 2, sizeof(int), compare);
    return numbers[0] == 5;
}
