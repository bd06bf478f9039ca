// `secure_getenv` returns null in a program with privileges, although the variable is there.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    setenv("RADDLE_A", "1", 1);
    assert(secure_getenv("RADDLE_A") != NULL);
    return 0;
}
