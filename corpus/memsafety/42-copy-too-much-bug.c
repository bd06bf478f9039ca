/* The length of the source is copied, and the target is shorter. */
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char source[12] = "hello";
    char *target = malloc(6);

    memcpy(target, source, sizeof source);
    free(target);
    return 0;
}
