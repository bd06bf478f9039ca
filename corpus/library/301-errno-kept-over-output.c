// Whoever keeps errno before printing is not disturbed by what printing does to it.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
extern void reach_error(void);

int main(void)
{
    int fd = open("file", O_RDONLY);
    int error = fd < 0 ? errno : 0;
    puts("opened, or not");
    fprintf(stderr, "%d\n", fd);
    if (fd < 0 && error == 0)
        reach_error();
    return 0;
}
