/* read returns at most as many bytes as asked for, 0 at the end and -1 for an error. */
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char b[4];
    int d = open("x", O_RDONLY);
    if (d == -1)
        return 0;
    ssize_t n = read(d, b, sizeof b);
    assert(n >= -1 && n <= 4);
    return 0;
}
