// A socket that is not connected neither sends nor receives, and has no other end.
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    char b[4];
    struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = 80 };
    socklen_t l = sizeof a;
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s >= 0) {
        assert(recv(s, b, 4, 0) == -1 && errno == ENOTCONN);
        assert(read(s, b, 4) == -1 && errno == ENOTCONN);
        assert(send(s, b, 4, MSG_NOSIGNAL) == -1 && errno == EPIPE);
        assert(shutdown(s, SHUT_RDWR) == -1 && errno == ENOTCONN);
        assert(shutdown(s, 99) == -1 && errno == EINVAL);
        assert(accept(s, NULL, NULL) == -1 && errno == EINVAL);
        assert(getpeername(s, (struct sockaddr *)&a, &l) == -1 && errno == ENOTCONN);
        if (listen(s, 1) == 0) {
            assert(recv(s, b, 4, 0) == -1);
            assert(connect(s, (struct sockaddr *)&a, sizeof a) == -1);
        }
    }
    int d = socket(AF_INET, SOCK_DGRAM, 0);
    if (d >= 0) {
        assert(listen(d, 1) == -1 && errno == EOPNOTSUPP);
        assert(accept(d, NULL, NULL) == -1 && errno == EOPNOTSUPP);
        assert(send(d, b, 4, 0) == -1 && errno == EDESTADDRREQ);
    }
    int u = socket(AF_UNIX, SOCK_STREAM, 0);
    if (u >= 0)
        assert(listen(u, 1) == -1 && send(u, b, 4, 0) == -1 && recv(u, b, 4, 0) == -1);
    return 0;
}
