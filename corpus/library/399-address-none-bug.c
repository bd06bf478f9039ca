// The address of everybody is also what `inet_addr` says if there is none.
#include <arpa/inet.h>
#include <assert.h>

int main(void)
{
    assert(inet_addr("255.255.255.255") != INADDR_NONE);
    return 0;
}
