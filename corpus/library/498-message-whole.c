// A message goes as a whole or not at all.
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void)
{
    struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = 80 };
    int d = socket(AF_INET, SOCK_DGRAM, 0);
    if (d < 0)
        return 0;
    ssize_t n = sendto(d, "abcd", 4, 0, (struct sockaddr *)&a, sizeof a);
    assert(n == 4 || n == -1);
    return 0;
}
