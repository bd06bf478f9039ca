// Writing to a pipe that nobody can read: EPIPE, if SIGPIPE is ignored.
#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <unistd.h>

int main(void)
{
    int ends[2];
    signal(SIGPIPE, SIG_IGN);
    if (pipe(ends) != 0)
        return 0;
    close(ends[0]);
    errno = 0;
    assert(write(ends[1], "x", 1) == -1 && errno == EPIPE);
    return 0;
}
