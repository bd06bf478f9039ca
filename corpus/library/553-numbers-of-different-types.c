// A number that is too large for its type is the largest there is, and `errno` says so.
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc != 2)
        return 0;
    errno = 0;
    long n = strtol(argv[1], NULL, 10);
    assert(errno == 0 || errno == ERANGE);
    if (errno == ERANGE)
        assert(n == LONG_MAX || n == LONG_MIN);
    return 0;
}
