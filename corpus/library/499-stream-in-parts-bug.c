// A stream may take only a part of what is sent.
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = 80 };
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0 || connect(s, (struct sockaddr *)&a, sizeof a) != 0)
        return 0;
    ssize_t n = send(s, "abcd", 4, 0);
    assert(n == 4 || n == -1);
    return 0;
}
