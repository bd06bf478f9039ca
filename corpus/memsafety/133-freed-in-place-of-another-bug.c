/* The old pointer is freed once more, after another block was allocated that may have its address: it is a double free all the same. */
#include <stdlib.h>

static char *kept;

int main(void)
{
    char *old = malloc(4);

    free(old);
    kept = malloc(4);
    free(old);
    return 0;
}
