/* strncpy does not end a text that is as long as the room for it, and strlen reads on behind it. */
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *name = malloc(4);
    int length;

    strncpy(name, "four", 4);
    length = strlen(name);
    free(name);
    return length;
}
