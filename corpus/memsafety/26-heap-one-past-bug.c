/* The loop runs up to and including the number of elements. */
#include <stdlib.h>

int main(void)
{
    int *numbers = malloc(4 * sizeof(int));

    for (int i = 0; i <= 4; i++)
        numbers[i] = i;
    free(numbers);
    return 0;
}
