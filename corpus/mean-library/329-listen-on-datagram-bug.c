/* Datagram sockets do not listen (EOPNOTSUPP). Stream sockets do. */
#include <assert.h>
#include <netinet/in.h>
#include <sys/socket.h>

int main(void)
{
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s != -1)
        assert(listen(s, 1) == -1);
    return 0;
}
