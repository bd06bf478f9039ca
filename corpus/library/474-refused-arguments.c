// What no environment accepts: bad modes, lengths, operations, and what does not fit the way a file was opened.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

int main(void)
{
    assert(access("x", 8) == -1 && errno == EINVAL);
    assert(truncate("x", -1) == -1 && errno == EINVAL);
    int r = open("x", O_RDONLY);
    int w = open("y", O_WRONLY);
    if (r >= 0) {
        assert(ftruncate(r, 0) == -1);
        assert(flock(r, 77) == -1 && errno == EINVAL);
        if (flock(r, LOCK_SH) == -1)
            assert(errno != EWOULDBLOCK);
    }
    if (w >= 0) {
        assert(ftruncate(w, -1) == -1 && errno == EINVAL);
        assert(fchdir(w) == -1 && errno == ENOTDIR);
    }
    return 0;
}
