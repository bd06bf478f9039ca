/* As many bytes are copied as the target has. */
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char source[12] = "hello";
    char *target = malloc(6);

    memcpy(target, source, 6);
    memmove(target + 1, target, 5);
    free(target);
    return 0;
}
