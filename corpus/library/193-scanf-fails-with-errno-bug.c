// Formatted input may fail, and errno says why.
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
    int n;
    errno = 0;
    if (scanf("%d", &n) == EOF)
        assert(errno != EIO);
    return 0;
}
