// A variable may be there and have the value that the program does not expect.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *mode = getenv("RADDLE_MODE");
    if (mode && strcmp(mode, "off") != 0)
        assert(strcmp(mode, "on") != 0);
    return 0;
}
