/* Linux makes pairs of sockets in the UNIX domain, not in the internet domain (EOPNOTSUPP). */
#include <assert.h>
#include <sys/socket.h>

int main(void)
{
    int s[2];
    assert(socketpair(AF_INET, SOCK_STREAM, 0, s) == -1);
    return 0;
}
