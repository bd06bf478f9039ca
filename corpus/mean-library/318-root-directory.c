/* The root directory is a directory, cannot be made, cannot be removed, cannot be opened for writing and is no symbolic link.
    */
#include <assert.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    struct stat s;
    char text[4];
    assert(mkdir("/", 0700) == -1);
    assert(rmdir("/") == -1);
    assert(open("/", O_WRONLY) == -1);
    assert(readlink("/", text, 4) == -1);
    if (stat("/", &s) == 0)
        assert(S_ISDIR(s.st_mode));
    return 0;
}
