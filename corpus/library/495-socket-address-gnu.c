// With _GNU_SOURCE the addresses of sockets are given as transparent unions. A new socket has its family and no port.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    struct sockaddr_in a;
    socklen_t l = sizeof a;
    assert(bind(-1, 0, 0) == -1 && errno == EBADF);
    assert(accept(-1, NULL, NULL) == -1 && errno == EBADF);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0)
        return 0;
    if (getsockname(s, (struct sockaddr *)&a, &l) == 0)
        assert(a.sin_family == AF_INET && l == sizeof a && a.sin_port == 0);
    a.sin_family = AF_INET;
    a.sin_addr.s_addr = 0;
    a.sin_port = 0;
    if (bind(s, &a, sizeof a) == 0)
        assert(bind(s, &a, sizeof a) == -1 && errno == EINVAL);
    return 0;
}
