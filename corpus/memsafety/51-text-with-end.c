/* The zero is put there by hand. A text without one may be looked at as bytes, or with a limit. */
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *name = malloc(4);
    int length;

    strncpy(name, "four", 4);
    length = strnlen(name, 4) + (memchr(name, 'r', 4) != NULL);
    name[3] = 0;
    length = length + strlen(name);
    free(name);
    return length != 8;
}
