/* A variable of the environment that is set has a text; its first character can be looked at. */
#include <stdlib.h>

int main(void)
{
    const char *debug = getenv("DEBUG");
    return debug != NULL && debug[0] == '1';
}
