// The file may be /dev/null, which is always at 0.
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);

int main(void)
{
    int fd = open("file", O_RDONLY);
    if (fd >= 0 && lseek(fd, 10, SEEK_SET) == 0)
        reach_error();
    return 0;
}
