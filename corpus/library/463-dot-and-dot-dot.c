// Directories named `.` and `..` can neither be made nor removed. They may be out of reach, too (no search permission).
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
    assert(rmdir(".") == -1 && (errno == EINVAL || errno == EACCES));
    assert(rmdir("..") == -1 && (errno == ENOTEMPTY || errno == EACCES));
    assert(rmdir("a/.") == -1 && rmdir("a/..") == -1 && rmdir("a/./") == -1);
    assert(rmdir("/.") == -1 && errno == EINVAL);
    assert(mkdir(".", 0700) == -1 && (errno == EEXIST || errno == EACCES));
    assert(mkdir("a/..", 0700) == -1 && mkdir("..", 0700) == -1);
    assert(unlink(".") == -1 && unlink("a/") == -1 && unlink("..") == -1);
    assert(rename(".", "b") == -1 && rename("b", "..") == -1);
    assert(open(".", O_WRONLY) == -1 && open("a/", O_WRONLY | O_CREAT, 0600) == -1);
    if (stat("a/", &s) == 0)
        assert(S_ISDIR(s.st_mode));
    return 0;
}
