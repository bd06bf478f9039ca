// A file is read and written where the last operation has stopped; two descriptors of one file description have one position.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char b[4];
    int f = open("x", O_RDWR | O_CREAT | O_EXCL, 0600);
    if (f < 0)
        return 0;
    assert(lseek(f, 0, SEEK_CUR) == 0);
    assert(lseek(f, 0, 99) == -1 && errno == EINVAL);
    assert(lseek(f, -1, SEEK_SET) == -1 && errno == EINVAL);
    assert(lseek(f, 5, SEEK_SET) == 5);
    assert(lseek(f, -6, SEEK_CUR) == -1 && errno == EINVAL);
    assert(lseek(f, 2, SEEK_CUR) == 7);
    ssize_t n = write(f, "abc", 3);
    assert(lseek(f, 0, SEEK_CUR) == 7 + (n > 0 ? n : 0));
    assert(lseek(f, 1, SEEK_SET) == 1);
    pread(f, b, 4, 3);
    assert(lseek(f, 0, SEEK_CUR) == 1);
    int g = dup(f);
    if (g >= 0) {
        assert(lseek(g, 3, SEEK_SET) == 3);
        assert(lseek(f, 0, SEEK_CUR) == 3);
    }
    return 0;
}
