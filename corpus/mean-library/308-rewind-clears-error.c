/* rewind clears the error indicator (C11 7.21.9.5). */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("input", "r");
    if (!f)
        return 0;
    int c = fgetc(f);
    rewind(f);
    assert(!ferror(f));
    fclose(f);
    return c == 'x';
}
