/* Small requests are served from a local buffer, and it is freed like the large ones. */
#include <stdlib.h>

static void release(char *block)
{
    free(block);
}

int main(void)
{
    char small[16];
    int size = 10;
    char *buffer = size > 16 ? malloc(size) : small;

    buffer[0] = 'a';
    release(buffer);
    return 0;
}
