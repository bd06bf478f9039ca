// O_NONBLOCK belongs to one end of the pipe: reading from the empty pipe fails, it does not wait.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    char c;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return 0;
    assert(fcntl(ends[0], F_GETFD) == FD_CLOEXEC && fcntl(ends[1], F_GETFD) == FD_CLOEXEC);
    assert(fcntl(ends[0], F_SETFL, fcntl(ends[0], F_GETFL) | O_NONBLOCK) == 0);
    assert((fcntl(ends[0], F_GETFL) & O_NONBLOCK) && !(fcntl(ends[1], F_GETFL) & O_NONBLOCK));
    errno = 0;
    assert(read(ends[0], &c, 1) == -1 && errno == EAGAIN);
    assert(write(ends[1], "ab", 2) == 2);
    assert(read(ends[0], &c, 1) == 1 && c == 'a');
    int other = fcntl(ends[0], F_DUPFD, 0);
    if (other < 0)
        return 0;
    assert(fcntl(other, F_GETFD) == 0 && (fcntl(other, F_GETFL) & O_NONBLOCK));
    assert(read(other, &c, 1) == 1 && c == 'b');
    close(ends[1]);
    assert(read(other, &c, 1) == 0);
    return 0;
}
