/* Lengths and offsets of files are not negative: EINVAL, or another error if there is no such file. Zero is allowed. */
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char c;
    assert(truncate("x", 0) == -1);
    int d = open("x", O_RDWR);
    if (d == -1)
        return 0;
    assert(ftruncate(d, -1) == -1);
    assert(pread(d, &c, 1, -1) == -1);
    return 0;
}
