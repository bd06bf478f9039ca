/* The error indicator is set when a write fails, and fputc returns EOF then (C11 7.21.7.3): after success on a fresh stream it is not set. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("output", "w");
    if (!f)
        return 0;
    if (fputc('a', f) == 'a')
        assert(!ferror(f));
    return 0;
}
