// A directory can be opened as a stream for reading, and every read fails.
#include <assert.h>
#include <stdio.h>
#include <errno.h>

int main(void)
{
    FILE *f = fopen("/", "r");
    if (!f)
        return 0;
    assert(fgetc(f) == EOF && errno == EISDIR && ferror(f) && !feof(f));
    return 0;
}
