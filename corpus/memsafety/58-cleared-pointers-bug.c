/* calloc clears the table, and a null pointer is used. */
#include <stdlib.h>

int main(void)
{
    char **table = calloc(3, sizeof *table);

    table[1] = calloc(5, 1);
    for (int i = 0; i < 3; i++)
        table[i][0] = 'a';
    free(table[1]);
    free(table);
    return 0;
}
