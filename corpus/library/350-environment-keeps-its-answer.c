// A variable of the environment is there or not, but it does not come and go while nobody changes it.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *first = getenv("RADDLE_MODE");
    char *second = getenv("RADDLE_MODE");
    assert(first == second);
    if (first && strcmp(first, "on") == 0)
        assert(strcmp(getenv("RADDLE_MODE"), "on") == 0);
    char name[] = "RADDLE_MODE";
    assert(getenv(name) == first);
    assert(getenv("") == NULL);
    return 0;
}
