/* What realloc returns is used from there on: it has the old contents, and room for more. */
#include <stdlib.h>

int main(void)
{
    int *numbers = NULL, room = 0, sum = 0;

    for (int i = 0; i < 5; i++) {
        if (i == room) {
            room = 2 * room + 1;
            numbers = realloc(numbers, room * sizeof *numbers);
        }
        numbers[i] = i;
    }
    for (int i = 0; i < 5; i++)
        sum += numbers[i];
    free(numbers);
    return sum != 10;
}
