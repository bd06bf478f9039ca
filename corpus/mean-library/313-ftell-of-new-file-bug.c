/* A file that is opened with "w" is empty, and the position is 0, unless it cannot be asked for. With "a" the position may be the end of what is there. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("output", "a");
    if (!f)
        return 0;
    long at = ftell(f);
    assert(at == 0 || at == -1);
    fclose(f);
    return 0;
}
