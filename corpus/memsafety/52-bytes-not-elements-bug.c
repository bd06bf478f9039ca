/* The number of elements is taken for a number of bytes. */
#include <stdlib.h>

int main(void)
{
    int count = 4;
    int *numbers = malloc(count);

    numbers[0] = 1;
    numbers[1] = 2;
    free(numbers);
    return 0;
}
