/* One of the two names is a static default. */
#include <stdlib.h>
#include <string.h>

static char fallback[] = "none";

static char *name_of(int number)
{
    char *name = fallback;

    if (number == 1)
        name = strdup("one");
    return name;
}

int main(void)
{
    char *first = name_of(1), *second = name_of(2);

    free(first);
    free(second);
    return 0;
}
