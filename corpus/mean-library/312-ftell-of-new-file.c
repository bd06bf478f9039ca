/* A file that is opened with "w" is empty, and the position is 0, unless it cannot be asked for.  */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("output", "w");
    if (!f)
        return 0;
    long at = ftell(f);
    assert(at == 0 || at == -1);
    fclose(f);
    return 0;
}
