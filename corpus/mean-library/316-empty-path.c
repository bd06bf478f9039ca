/* An empty path names nothing: ENOENT (POSIX 4.13), for every function that takes one.  */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    struct stat s;
    errno = 0;
    assert(open("", O_RDONLY) == -1 && errno == ENOENT);
    errno = 0;
    assert(stat("", &s) == -1 && errno == ENOENT);
    errno = 0;
    assert(unlink("") == -1 && errno == ENOENT);
    errno = 0;
    assert(chdir("") == -1 && errno == ENOENT);
    errno = 0;
    assert(fopen("", "r") == 0 && errno == ENOENT);
    return 0;
}
