// Over a connection the other end may close it, or send any bytes.
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
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s >= 0 && connect(s, (struct sockaddr *)&a, sizeof a) == 0)
        assert(recv(s, b, 4, 0) == -1);
    return 0;
}
