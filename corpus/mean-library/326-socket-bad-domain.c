/* A domain that does not exist is refused (EAFNOSUPPORT).  */
#include <assert.h>
#include <sys/socket.h>

int main(void)
{
    assert(socket(-1, SOCK_STREAM, 0) == -1);
    return 0;
}
