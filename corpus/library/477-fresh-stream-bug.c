// Reading an empty file sets the indicator of the end, unless the device fails.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *f = tmpfile();
    if (f && fgetc(f) == EOF)
        assert(feof(f));
    return 0;
}
