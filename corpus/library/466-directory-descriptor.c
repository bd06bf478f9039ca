// A directory cannot be read or written as if it were a file, and its descriptor stays one of a directory.
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    struct stat s;
    char c;
    int d = open("x", O_RDONLY | O_DIRECTORY);
    assert(open("x", O_WRONLY | O_DIRECTORY) == -1);
    if (d < 0)
        return 0;
    assert(read(d, &c, 1) == -1 && errno == EISDIR);
    assert(pread(d, &c, 1, 0) == -1);
    assert(write(d, "a", 1) == -1 && errno == EBADF);
    assert(ftruncate(d, 0) == -1);
    assert(isatty(d) == 0 && errno == ENOTTY);
    if (fstat(d, &s) == 0)
        assert(S_ISDIR(s.st_mode));
    return 0;
}
