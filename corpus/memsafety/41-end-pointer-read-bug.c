/* The test comes after the reading: the element behind the last one is read before the loop ends. */
#include <stdlib.h>

int main(void)
{
    int *numbers = calloc(3, sizeof(int)), *end = numbers + 3, *at = numbers;

    while (*at == 0 && at != end)
        at++;
    free(numbers);
    return 0;
}
