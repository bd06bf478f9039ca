/* The pointer has walked through the block, and is not where the block begins. */
#include <stdlib.h>

int main(void)
{
    char *text = calloc(4, 1), *at = text;

    text[0] = 'x';
    while (*at)
        at++;
    free(at);
    return 0;
}
