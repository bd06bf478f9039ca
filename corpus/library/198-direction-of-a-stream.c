// A stream that reads refuses output, and remembers that it did; one that writes refuses input.
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
    assert(!ferror(stdin));
    FILE *in = fopen("in", "r");
    FILE *out = fopen("out", "w");
    if (!in || !out)
        return 0;
    assert(!ferror(in));
    fputc('a', in);
    assert(ferror(in));
    assert(fputs("a", in) == EOF && errno == EBADF);
    assert(fwrite("a", 1, 1, in) == 0);
    assert(fgetc(out) == EOF && ferror(out));
    return 0;
}
