/* A directory cannot be opened for writing (EISDIR), so what was is none.  */
#include <assert.h>
#include <fcntl.h>
#include <sys/stat.h>

int main(void)
{
    struct stat s;
    int d = open("x", O_WRONLY);
    if (d != -1 && fstat(d, &s) == 0)
        assert(!S_ISDIR(s.st_mode));
    return 0;
}
