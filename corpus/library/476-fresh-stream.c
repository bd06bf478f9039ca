// A stream that was just opened has neither indicator set and stands at the beginning; a temporary file is empty.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char b[4];
    FILE *f = tmpfile();
    FILE *g = fopen("x", "w");
    if (f) {
        assert(!feof(f) && !ferror(f));
        assert(ftell(f) == 0 && fflush(f) == 0);
        assert(fgetc(f) == EOF && (feof(f) || ferror(f)));
        rewind(f);
        assert(!feof(f) && !ferror(f));
        assert(fgets(b, 4, f) == NULL);
        clearerr(f);
        assert(fread(b, 1, 4, f) == 0);
    }
    if (g) {
        long p = ftell(g);
        assert(!feof(g) && !ferror(g) && fflush(g) == 0);
        assert(p == 0 || p == -1);
    }
    return 0;
}
