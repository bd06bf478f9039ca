// ... to EBADF, and to nothing else.
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);

int main(void)
{
    errno = 0;
    if (puts("hello") >= 0 && errno != 0 && errno != EBADF)
        reach_error();
    return 0;
}
