// `unsetenv` and `clearenv` take variables away, also those of the first environment; `putenv` without `=` does the same.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    assert(unsetenv("RADDLE_A") == 0);
    assert(getenv("RADDLE_A") == NULL);
    assert(setenv("RADDLE_A", "1", 0) == 0);
    assert(strcmp(getenv("RADDLE_A"), "1") == 0);
    assert(putenv("RADDLE_A") == 0);
    assert(getenv("RADDLE_A") == NULL);
    assert(setenv("RADDLE_B", "2", 1) == 0);
    assert(clearenv() == 0);
    assert(getenv("RADDLE_B") == NULL && getenv("HOME") == NULL);
    assert(setenv("RADDLE_C", "3", 1) == 0);
    assert(strcmp(getenv("RADDLE_C"), "3") == 0);
    errno = 0;
    assert(unsetenv("A=B") == -1 && errno == EINVAL);
    return 0;
}
