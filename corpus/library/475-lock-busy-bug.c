// Somebody else may hold the lock.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>

int main(void)
{
    int r = open("x", O_RDONLY);
    if (r >= 0 && flock(r, LOCK_EX | LOCK_NB) == -1)
        assert(errno != EWOULDBLOCK);
    return 0;
}
