// A pair of sockets is two pipes: bytes in order in both directions, the end after `shutdown` or `close`.
#include <assert.h>
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    int pair[2];
    char data[8];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
        return 0;
    assert(send(pair[0], "abc", 3, 0) == 3 && write(pair[1], "z", 1) == 1);
    assert(recv(pair[1], data, 2, MSG_PEEK) == 2 && data[1] == 'b');
    assert(read(pair[1], data, 8) == 3 && data[2] == 'c');
    assert(recv(pair[0], data, 8, 0) == 1 && data[0] == 'z');
    errno = 0;
    assert(recv(pair[0], data, 8, MSG_DONTWAIT) == -1 && errno == EAGAIN);
    assert(shutdown(pair[0], SHUT_WR) == 0);
    assert(read(pair[1], data, 8) == 0);
    assert(send(pair[0], "x", 1, MSG_NOSIGNAL) == -1 && errno == EPIPE);
    assert(send(pair[1], "y", 1, 0) == 1);
    return 0;
}
