// Addresses of the network as text and back.
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <string.h>

int main(void)
{
    struct in6_addr six;
    struct in_addr four;
    char text[INET6_ADDRSTRLEN];
    assert(inet_pton(AF_INET6, "2001:DB8::0:1", &six) == 1);
    assert(strcmp(inet_ntop(AF_INET6, &six, text, sizeof text), "2001:db8::1") == 0);
    assert(inet_pton(AF_INET6, "1::2::3", &six) == 0);
    assert(inet_aton("10.1", &four) == 1 && strcmp(inet_ntoa(four), "10.0.0.1") == 0);
    assert(inet_addr("1.2.3") == htonl(0x01020003) && inet_addr("1.2.3.400") == INADDR_NONE);
    errno = 0;
    assert(inet_ntop(AF_INET, &four, text, 8) == NULL && errno == ENOSPC);
    return 0;
}
