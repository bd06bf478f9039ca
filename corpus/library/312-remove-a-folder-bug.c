// remove tries whether it is a file first, and errno keeps that it is none.
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);

int main(void)
{
    errno = 0;
    if (remove("folder") == 0 && errno == EISDIR)
        reach_error();
    return 0;
}
