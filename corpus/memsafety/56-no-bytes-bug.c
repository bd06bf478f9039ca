/* A block without bytes is looked into. */
#include <stdlib.h>

static int count = 0;

int main(void)
{
    int *numbers = malloc(count * sizeof(int));
    int first;

    numbers[0] = 3;
    first = numbers[0];
    free(numbers);
    return first;
}
