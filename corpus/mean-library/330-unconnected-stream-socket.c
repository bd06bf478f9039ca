/* A stream socket that is not connected neither sends nor receives (ENOTCONN, EPIPE; signals are not delivered with MSG_NOSIGNAL). */
#include <assert.h>
#include <netinet/in.h>
#include <sys/socket.h>

int main(void)
{
    char c;
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s == -1)
        return 0;
    assert(recv(s, &c, 1, 0) == -1);
    assert(send(s, "a", 1, MSG_NOSIGNAL) == -1);
    return 0;
}
