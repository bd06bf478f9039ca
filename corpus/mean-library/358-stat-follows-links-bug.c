/* stat follows symbolic links, so what it describes is never one; lstat does not follow. */
#define _GNU_SOURCE
#include <assert.h>
#include <sys/stat.h>

int main(void)
{
    struct stat s;
    if (lstat("x", &s) == 0)
        assert(!S_ISLNK(s.st_mode));
    return 0;
}
