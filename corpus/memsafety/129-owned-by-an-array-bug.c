/* The array of pointers is freed, what they point to is not. */
#include <stdlib.h>

int main(void)
{
    char **lines = malloc(2 * sizeof *lines);

    lines[0] = malloc(3);
    lines[1] = malloc(3);
    free(lines[1]);
    free(lines);
    return 0;
}
