/* The only pointer to the first block is overwritten. */
#include <stdlib.h>

static char *buffer;

int main(void)
{
    buffer = malloc(4);
    buffer = malloc(8);
    free(buffer);
    buffer = NULL;
    return 0;
}
