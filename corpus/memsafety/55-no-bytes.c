/* A block without bytes may be null or not; it may be freed in both cases, and must not be looked into. */
#include <stdlib.h>

int main(void)
{
    char *nothing = malloc(0), *none = calloc(0, 8);
    int count = 0, sum = 0;

    for (int i = 0; i < count; i++)
        sum += nothing[i] + none[i];
    free(nothing);
    free(none);
    return sum;
}
