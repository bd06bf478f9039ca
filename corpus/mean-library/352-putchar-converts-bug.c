/* putchar converts to unsigned char and returns that, or EOF (C11 7.21.7.3): -1 comes back as 255 and not as itself. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int r = putchar(-1);
    assert(r == -1 || r == EOF);
    assert(r > 255);
    return 0;
}
