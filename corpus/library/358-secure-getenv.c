// Whether a program has privileges does not change, and without them `secure_getenv` is `getenv`.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    setenv("RADDLE_A", "1", 1);
    char *first = secure_getenv("RADDLE_A");
    assert(first == NULL || first == getenv("RADDLE_A"));
    assert(secure_getenv("RADDLE_A") == first);
    return 0;
}
