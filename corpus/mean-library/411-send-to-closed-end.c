/* With MSG_NOSIGNAL a message to a closed end fails without a signal.  */
#include <assert.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    int s[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, s) != 0)
        return 0;
    close(s[1]);
    assert(send(s[0], "a", 1, MSG_NOSIGNAL) == -1);
    return 0;
}
