// What a descriptor is of does not change as long as it is open, and only what was asked for goes wrong.
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    struct stat s, t;
    int f = open("x", O_RDONLY);
    if (f < 0) {
        assert(errno != EEXIST && errno != ENOSPC && errno != EROFS && errno != EISDIR);
        return 0;
    }
    if (fstat(f, &s) == 0 && fstat(f, &t) == 0) {
        assert(S_ISREG(s.st_mode) == S_ISREG(t.st_mode) && S_ISDIR(s.st_mode) == S_ISDIR(t.st_mode));
        assert(s.st_dev == t.st_dev && s.st_ino == t.st_ino);
        assert(!S_ISLNK(s.st_mode) && !S_ISSOCK(s.st_mode));
        if (S_ISREG(s.st_mode))
            assert(!isatty(f) && fchdir(f) == -1);
        if (S_ISFIFO(s.st_mode))
            assert(lseek(f, 0, SEEK_SET) == -1 && errno == ESPIPE);
    }
    if (stat("x", &s) == 0)
        assert(!S_ISLNK(s.st_mode));
    return 0;
}
