// The address may be in use; here it is given through a transparent union.
#define _GNU_SOURCE
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
    if (s >= 0)
        assert(bind(s, (struct sockaddr *)&a, sizeof a) == 0);
    return 0;
}
