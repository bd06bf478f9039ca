// perror prints errno and may lose it.
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);

int main(void)
{
    errno = ENOENT;
    perror("file");
    if (errno != ENOENT)
        reach_error();
    return 0;
}
