/* read of a directory fails on Linux (EISDIR). Without O_DIRECTORY the path may be a file. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char c;
    int d = open("x", O_RDONLY);
    if (d != -1)
        assert(read(d, &c, 1) == -1);
    return 0;
}
