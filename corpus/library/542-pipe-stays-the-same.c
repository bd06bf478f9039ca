// A pipe keeps its number as long as it is open.
#include <assert.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    struct stat first, second;
    if (pipe(ends) != 0 || fstat(ends[0], &first) != 0 || fstat(ends[0], &second) != 0)
        return 0;
    assert(first.st_ino == second.st_ino);
    return 0;
}
