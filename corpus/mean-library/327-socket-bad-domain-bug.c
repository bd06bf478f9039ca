/* A domain that does not exist is refused (EAFNOSUPPORT). AF_UNIX exists. */
#include <assert.h>
#include <sys/socket.h>

int main(void)
{
    assert(socket(AF_UNIX, SOCK_STREAM, 0) == -1);
    return 0;
}
