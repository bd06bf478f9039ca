/* inet_aton takes 010 for eight, not for ten. */
#include <arpa/inet.h>
#include <assert.h>
int main(void)
{
    struct in_addr address;
    assert(inet_aton("010.0.0.1", &address) != 0);
    assert(ntohl(address.s_addr) == 0x0a000001);
    assert(inet_aton("127.1", &address) != 0);
    assert(ntohl(address.s_addr) == 0x7f000001);
    assert(inet_aton("1.2.3.256", &address) == 0);
    return 0;
}
