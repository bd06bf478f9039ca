// POSIX: an empty path names nothing, and every function that is given one fails with ENOENT.
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
    char b[4];
    assert(open("", O_RDONLY) == -1 && errno == ENOENT);
    assert(open("", O_RDWR | O_CREAT, 0600) == -1 && errno == ENOENT);
    assert(fopen("", "w") == NULL && errno == ENOENT);
    assert(opendir("") == NULL && errno == ENOENT);
    assert(stat("", &s) == -1 && errno == ENOENT);
    assert(lstat("", &s) == -1 && errno == ENOENT);
    assert(mkdir("", 0700) == -1 && errno == ENOENT);
    assert(mkfifo("", 0700) == -1 && errno == ENOENT);
    assert(rmdir("") == -1 && errno == ENOENT);
    assert(unlink("") == -1 && errno == ENOENT);
    assert(remove("") == -1 && errno == ENOENT);
    assert(rename("", "a") == -1 && errno == ENOENT);
    assert(rename("a", "") == -1);
    assert(link("", "a") == -1 && errno == ENOENT);
    assert(symlink("", "a") == -1 && errno == ENOENT);
    assert(symlink("a", "") == -1 && errno == ENOENT);
    assert(chdir("") == -1 && errno == ENOENT);
    assert(chmod("", 0700) == -1 && errno == ENOENT);
    assert(chown("", 0, 0) == -1 && errno == ENOENT);
    assert(access("", F_OK) == -1 && errno == ENOENT);
    assert(truncate("", 0) == -1 && errno == ENOENT);
    assert(readlink("", b, 4) == -1 && errno == ENOENT);
    return 0;
}
