/* A stream that was just opened has neither indicator set (C11 7.21.5.3), and a new temporary file is empty: reading gives EOF.
   Whether that was the end or an error is another matter. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *f = tmpfile();
    if (!f)
        return 0;
    assert(!feof(f) && !ferror(f));
    assert(fgetc(f) == EOF);
    assert(feof(f) + ferror(f));
    fclose(f);
    return 0;
}
