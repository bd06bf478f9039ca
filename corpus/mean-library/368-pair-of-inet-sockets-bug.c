/* Linux makes pairs of sockets in the UNIX domain, not in the internet domain (EOPNOTSUPP). The UNIX domain may succeed. */
#include <assert.h>
#include <sys/socket.h>

int main(void)
{
    int s[2];
    assert(socketpair(AF_UNIX, SOCK_STREAM, 0, s) == -1);
    return 0;
}
