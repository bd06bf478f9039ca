/* Who writes to a socket whose other end is closed gets SIGPIPE, and its default action ends the process: nothing behind it is reached. */
#include <assert.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    int s[2];
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, 0);
    signal(SIGPIPE, SIG_DFL);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, s) != 0)
        return 0;
    close(s[1]);
    send(s[0], "a", 1, 0);
    assert(0);
    return 0;
}
