// lstat tells of a link itself.
#include <assert.h>
#include <sys/stat.h>

int main(void)
{
    struct stat s;
    if (lstat("x", &s) == 0)
        assert(!S_ISLNK(s.st_mode));
    return 0;
}
