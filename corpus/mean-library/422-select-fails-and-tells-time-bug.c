/* Linux tells how much time is left also if select fails: a little may be gone. */
#include <assert.h>
#include <sys/select.h>
#include <unistd.h>
int main(void)
{
    struct timeval timeout = { 5, 0 };
    fd_set set;
    int ends[2];
    if (pipe(ends) != 0 || ends[0] >= FD_SETSIZE)
        return 0;
    FD_ZERO(&set);
    FD_SET(ends[0], &set);
    close(ends[0]);
    assert(select(ends[0] + 1, &set, 0, 0, &timeout) == -1);
    assert(timeout.tv_sec == 5);
    return 0;
}
