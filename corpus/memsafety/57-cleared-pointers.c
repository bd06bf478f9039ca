/* calloc clears the table, so that all its pointers are null; free does nothing with those that still are. */
#include <stdlib.h>

int main(void)
{
    char **table = calloc(3, sizeof *table);

    table[1] = malloc(5);
    table[1][4] = 0;
    for (int i = 0; i < 3; i++)
        free(table[i]);
    free(table);
    return 0;
}
