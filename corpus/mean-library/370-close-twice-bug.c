/* A descriptor that was closed is no longer valid: EBADF. A file that was opened in between may have got the same number. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    int d = open("x", O_RDONLY);
    if (d == -1)
        return 0;
    close(d);
    open("y", O_RDONLY);
    errno = 0;
    assert(close(d) == -1 && errno == EBADF);
    return 0;
}
