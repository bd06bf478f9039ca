// A stream whose descriptor was closed before cannot be closed without an error.
#include <assert.h>
#include <stdio.h>
#include <errno.h>
#include <unistd.h>

int main(void)
{
    FILE *f = fopen("x", "r");
    if (!f)
        return 0;
    close(fileno(f));
    assert(fclose(f) == EOF && errno == EBADF);
    return 0;
}
