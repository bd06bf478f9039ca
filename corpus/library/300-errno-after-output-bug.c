// Output whose result nobody looks at may fail, and then errno says so: standard output may be closed.
#include <errno.h>
#include <stdio.h>
extern void reach_error(void);

int main(void)
{
    errno = 0;
    printf("hello\n");
    if (errno)
        reach_error();
    return 0;
}
