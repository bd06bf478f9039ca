/* Seeking to a position before the start of a temporary file fails. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *f = tmpfile();
    if (!f)
        return 0;
    assert(fseek(f, -1, SEEK_SET) == -1);
    fclose(f);
    return 0;
}
