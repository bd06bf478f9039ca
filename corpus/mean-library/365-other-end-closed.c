/* The other end of a pair of sockets is closed, and nobody ever wrote: there is nothing to receive.  */
#include <assert.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    int s[2];
    char c;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, s) != 0)
        return 0;
    ;
    close(s[1]);
    assert(recv(s[0], &c, 1, 0) <= 0);
    return 0;
}
