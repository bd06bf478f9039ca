// A path that is opened for reading may be a directory, which cannot be read.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char c;
    int f = open("x", O_RDONLY);
    if (f >= 0 && read(f, &c, 1) == -1)
        assert(errno != EISDIR);
    return 0;
}
