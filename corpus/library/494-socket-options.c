// Options that were set are on, and what a socket was made with is told.
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

int get(int s, int level, int name, int otherwise)
{
    int v = 7;
    socklen_t l = sizeof v;
    if (getsockopt(s, level, name, &v, &l) != 0)
        return otherwise;
    assert(l == sizeof v);
    return v;
}

int main(void)
{
    int one = 1, zero = 0;
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0)
        return 0;
    assert(get(s, SOL_SOCKET, SO_TYPE, SOCK_STREAM) == SOCK_STREAM);
    assert(get(s, SOL_SOCKET, SO_DOMAIN, AF_INET) == AF_INET);
    assert(get(s, SOL_SOCKET, SO_ERROR, 0) == 0);
    assert(get(s, SOL_SOCKET, SO_ACCEPTCONN, 0) == 0);
    assert(get(s, SOL_SOCKET, SO_REUSEADDR, 0) == 0);
    if (setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0)
        assert(get(s, SOL_SOCKET, SO_REUSEADDR, 1) != 0);
    if (setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &zero, sizeof zero) == 0)
        assert(get(s, SOL_SOCKET, SO_REUSEADDR, 0) == 0);
    assert(get(s, SOL_SOCKET, SO_KEEPALIVE, 0) == 0);
    if (setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one) == 0)
        assert(get(s, IPPROTO_TCP, TCP_NODELAY, 1) != 0);
    assert(setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, 3) == -1 && errno == EINVAL);
    assert(setsockopt(s, SOL_SOCKET, SO_TYPE, &one, sizeof one) == -1 && errno == ENOPROTOOPT);
    if (listen(s, 1) == 0)
        assert(get(s, SOL_SOCKET, SO_ACCEPTCONN, 1) == 1);
    return 0;
}
