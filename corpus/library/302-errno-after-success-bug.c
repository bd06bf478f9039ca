// puts succeeds although standard output is closed, because it only fills a buffer; but making the buffer has set errno.
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);

int main(void)
{
    errno = 0;
    if (puts("hello") >= 0 && errno == EBADF)
        reach_error();
    return 0;
}
