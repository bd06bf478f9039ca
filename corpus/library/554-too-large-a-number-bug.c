// The largest number comes with `errno` set and without.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc != 2)
        return 0;
    errno = 0;
    unsigned long n = strtoul(argv[1], NULL, 10);
    assert(n != ULONG_MAX || errno == ERANGE);
    return 0;
}
