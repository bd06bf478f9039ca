// The indicator of errors is set by a call that fails, and by nothing else.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("x", "w");
    if (!f || fputs("abc", f) < 0 || fputc('d', f) == EOF)
        return 0;
    assert(!ferror(f));
    int a = ferror(f);
    if (fflush(f) == 0)
        assert(!ferror(f) && fflush(f) == 0);
    else
        assert(ferror(f));
    clearerr(f);
    assert(!ferror(f) && a == 0);
    return 0;
}
