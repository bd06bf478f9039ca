/* read of a directory fails on Linux (EISDIR).  */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char c;
    int d = open("x", O_RDONLY | O_DIRECTORY);
    if (d != -1)
        assert(read(d, &c, 1) == -1);
    return 0;
}
