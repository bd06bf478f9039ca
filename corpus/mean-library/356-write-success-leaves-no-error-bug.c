/* The error indicator is set when a write fails, and fputc returns EOF then (C11 7.21.7.3): fputc need not succeed. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("output", "w");
    if (!f)
        return 0;
    if (fputc('a', f) >= EOF)
        assert(!ferror(f));
    return 0;
}
