/* A descriptor that was closed is no longer valid: EBADF.  */
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
    ;
    errno = 0;
    assert(close(d) == -1 && errno == EBADF);
    return 0;
}
