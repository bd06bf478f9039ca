// Linux tells the descriptors of a pair before it knows whether there will be one.
#include <sys/socket.h>
extern void reach_error(void);

int main(void)
{
    int ends[2] = { -1, -1 };
    if (socketpair(AF_INET, SOCK_STREAM, 0, ends) < 0 && ends[0] >= 0)
        reach_error();
    return 0;
}
