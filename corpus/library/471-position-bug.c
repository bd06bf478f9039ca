// A path may name a pipe or a terminal, which has no position.
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    int f = open("x", O_RDWR);
    if (f >= 0)
        assert(lseek(f, 5, SEEK_SET) == 5);
    return 0;
}
