/* There is room for the zero at the end. */
#include <stdlib.h>
#include <string.h>

static char *copy_of(const char *text)
{
    char *copy = malloc(strlen(text) + 1);

    strcpy(copy, text);
    return copy;
}

int main(void)
{
    char *copy = copy_of("raddle");

    free(copy);
    return 0;
}
