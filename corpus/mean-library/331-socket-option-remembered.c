/* getsockopt tells the type a socket was made with, and options as they were set. */
#include <assert.h>
#include <netinet/in.h>
#include <sys/socket.h>

int main(void)
{
    int v = 0, on = 1;
    socklen_t n = sizeof v;
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s == -1 || setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0)
        return 0;
    if (getsockopt(s, SOL_SOCKET, SO_TYPE, &v, &n) == 0)
        assert(v == SOCK_STREAM);
    n = sizeof v;
    if (getsockopt(s, SOL_SOCKET, SO_REUSEADDR, &v, &n) == 0)
        assert(v != 0);
    return 0;
}
