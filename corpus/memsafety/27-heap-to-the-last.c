/* The loop runs up to the last element. */
#include <stdlib.h>

int main(void)
{
    int *numbers = malloc(4 * sizeof(int));

    for (int i = 0; i < 4; i++)
        numbers[i] = i;
    free(numbers);
    return 0;
}
