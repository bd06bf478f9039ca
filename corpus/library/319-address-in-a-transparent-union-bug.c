// With _GNU_SOURCE the address is given in a transparent union.
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
extern void reach_error(void);

int main(void)
{
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    if (fd >= 0 && bind(fd, (struct sockaddr *)&address, sizeof address) < 0 && errno == EAFNOSUPPORT)
        reach_error();
    return 0;
}
