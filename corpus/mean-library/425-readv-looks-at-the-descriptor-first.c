/* A count that is no number of pieces is EINVAL only if the descriptor is open. */
#include <assert.h>
#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>
int main(void)
{
    char data[2];
    struct iovec piece = { data, 2 };
    int ends[2];
    if (pipe(ends) != 0)
        return 0;
    assert(readv(ends[0], &piece, -1) == -1 && errno == EINVAL);
    close(ends[0]);
    assert(readv(ends[0], &piece, -1) == -1 && errno == EBADF);
    return 0;
}
