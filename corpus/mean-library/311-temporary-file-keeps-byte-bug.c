/* What was written into a temporary file comes out again, or nothing, if the disk was full: no other process has a name for it. Here the full disk is forgotten. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *f = tmpfile();
    if (!f || fputc('a', f) != 'a')
        return 0;
    rewind(f);
    int c = fgetc(f);
    if (1)
        assert(c == 'a');
    fclose(f);
    return 0;
}
