// A socket that was accepted begins with the options of the one that listens.
#include <assert.h>
#include <netinet/in.h>
#include <sys/socket.h>

int main(void)
{
    int on = 1;
    socklen_t size = sizeof on;
    struct sockaddr_in address = { .sin_family = AF_INET };
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    int accepted;
    if (listener < 0 || setsockopt(listener, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on) != 0)
        return 0;
    if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 1) != 0)
        return 0;
    accepted = accept(listener, 0, 0);
    if (accepted >= 0 && getsockopt(accepted, SOL_SOCKET, SO_KEEPALIVE, &on, &size) == 0)
        assert(on == 1);
    return 0;
}
