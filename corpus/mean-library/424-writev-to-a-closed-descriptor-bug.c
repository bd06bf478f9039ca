/* writev with no pieces does not succeed on a descriptor that is closed. */
#include <assert.h>
#include <errno.h>
#include <sys/uio.h>
#include <unistd.h>
int main(void)
{
    struct iovec pieces[2] = { { "", 0 }, { "a", 1 } };
    int ends[2];
    if (pipe(ends) != 0)
        return 0;
    close(ends[1]);
    assert(writev(ends[1], pieces, 2) == -1 && errno == EBADF);
    assert(writev(ends[1], pieces, 0) == 0);
    return 0;
}
