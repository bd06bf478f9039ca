/* select leaves at most as much time as it was given, also where microseconds make whole seconds. */
#include <assert.h>
#include <sys/select.h>
#include <unistd.h>
int main(void)
{
    struct timeval timeout = { 1, 2500000 };
    fd_set set;
    FD_ZERO(&set);
    FD_SET(0, &set);
    if (select(1, &set, 0, 0, &timeout) > 0)
        assert(timeout.tv_sec < 3 || timeout.tv_sec == 3 && timeout.tv_usec <= 500000);
    return 0;
}
