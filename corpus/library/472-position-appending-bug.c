// With O_APPEND everything is written at the end, wherever that is.
#include <assert.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    int f = open("x", O_WRONLY | O_APPEND);
    if (f >= 0 && lseek(f, 0, SEEK_CUR) == 0 && write(f, "a", 1) == 1)
        assert(lseek(f, 0, SEEK_END) == 1);
    return 0;
}
