/* read returns at most as many bytes as asked for, but may return fewer. */
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
    assert(n >= -1 && n <= 4  && n != 2);
    return 0;
}
