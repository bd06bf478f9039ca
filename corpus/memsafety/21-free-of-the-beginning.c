/* The pointer has walked through the block, and came back. */
#include <stdlib.h>

int main(void)
{
    char *text = calloc(4, 1), *at = text;

    text[0] = 'x';
    while (*at)
        at++;
    free(at - 1);
    return 0;
}
