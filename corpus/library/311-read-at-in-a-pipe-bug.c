// The file may be a named pipe, in which nothing has a position.
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
extern void reach_error(void);

int main(void)
{
    char c;
    int fd = open("file", O_RDONLY);
    if (fd >= 0 && pread(fd, &c, 1, 0) < 0 && errno == ESPIPE)
        reach_error();
    return 0;
}
