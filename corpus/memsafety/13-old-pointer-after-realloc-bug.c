/* The block may be somewhere else after realloc, and the old pointer is dead in any case. */
#include <stdlib.h>

int main(void)
{
    char *text = malloc(2), *longer;
    int first;

    text[0] = 'a';
    longer = realloc(text, 4000);
    first = text[0];
    free(longer);
    return first == 'a';
}
