/* What `getenv` gives is not allocated by the program. */
#include <stdlib.h>

int main(void)
{
    char *home = getenv("HOME");
    if (home != NULL)
        free(home);
    return 0;
}
