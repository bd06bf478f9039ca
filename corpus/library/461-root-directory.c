// The root is a directory that exists: it can be neither made, removed, renamed, linked nor written, and is no link.
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
    assert(rmdir("/") == -1 && errno == EBUSY);
    assert(remove("/") == -1 && errno == EBUSY);
    assert(unlink("/") == -1 && errno == EISDIR);
    assert(mkdir("/", 0700) == -1 && errno == EEXIST);
    assert(mkdir("//", 0700) == -1 && errno == EEXIST);
    assert(mkfifo("/", 0700) == -1 && errno == EEXIST);
    assert(symlink("a", "/") == -1 && errno == EEXIST);
    assert(link("/", "a") == -1 && link("a", "/") == -1);
    assert(rename("/", "a") == -1 && rename("a", "/") == -1);
    assert(open("/", O_WRONLY) == -1 && (errno == EISDIR || errno == EMFILE || errno == ENFILE || errno == ENOMEM));
    assert(open("/", O_RDWR) == -1 && open("/.", O_RDONLY | O_CREAT, 0600) == -1);
    assert(fopen("/", "w") == NULL && fopen("/", "r+") == NULL);
    assert(truncate("/", 0) == -1 && errno == EISDIR);
    assert(readlink("/", b, 4) == -1 && errno == EINVAL);
    assert(access("/", F_OK) == 0);
    if (stat("/", &s) == 0)
        assert(S_ISDIR(s.st_mode));
    if (lstat("/..", &s) == 0)
        assert(S_ISDIR(s.st_mode));
    return 0;
}
