/* The block is made smaller, and what was behind the new end is read. */
#include <stdlib.h>

int main(void)
{
    char *text = calloc(64, 1), last;

    text = realloc(text, 32);
    last = text[32];
    free(text);
    return last;
}
