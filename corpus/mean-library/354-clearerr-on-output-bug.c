/* clearerr clears the error indicator of any stream (C11 7.21.10.1). Before it, a failed write may have set it. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("output", "w");
    if (!f)
        return 0;
    int r = fputs("text", f);
    ;;
    assert(!ferror(f));
    fclose(f);
    return r == EOF;
}
