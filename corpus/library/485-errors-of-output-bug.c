// Output whose result is dropped may have failed.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("x", "w");
    if (!f)
        return 0;
    fputs("abc", f);
    fflush(f);
    assert(!ferror(f));
    return 0;
}
