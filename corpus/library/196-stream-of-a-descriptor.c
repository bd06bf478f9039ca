// A descriptor that is open becomes a stream, but not one that writes to the end of a pipe that reads.
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    if (pipe(ends))
        return 0;
    assert(!fdopen(ends[0], "w") && errno == EINVAL);
    assert(fdopen(ends[0], "r") || errno != EBADF);
    return 0;
}
