// Families, types and protocols that do not exist or do not fit have no sockets.
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    int v[2];
    assert(socket(-1, SOCK_STREAM, 0) == -1 && errno == EAFNOSUPPORT);
    assert(socket(12345, SOCK_STREAM, 0) == -1 && errno == EAFNOSUPPORT);
    assert(socket(AF_UNSPEC, SOCK_STREAM, 0) == -1 && errno == EAFNOSUPPORT);
    assert(socket(AF_INET, -1, 0) == -1 && errno == EINVAL);
    assert(socket(AF_INET, 11, 0) == -1 && errno == EINVAL);
    assert(socket(AF_INET, 0, 0) == -1 && socket(AF_INET, SOCK_STREAM, -1) == -1);
    assert(socket(AF_INET, SOCK_STREAM, IPPROTO_UDP) == -1);
    assert(socket(AF_UNIX, SOCK_STREAM, 77) == -1 && errno == EPROTONOSUPPORT);
    assert(socketpair(AF_INET, SOCK_STREAM, 0, v) == -1);
    return 0;
}
