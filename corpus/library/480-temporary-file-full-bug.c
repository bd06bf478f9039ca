// Output that was kept may not arrive: the disk is full, and rewind does not tell.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *f = tmpfile();
    if (!f || fputc('a', f) != 'a')
        return 0;
    rewind(f);
    int c = fgetc(f);
    assert(c == 'a' || ferror(f));
    return 0;
}
