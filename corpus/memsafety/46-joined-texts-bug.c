/* Each text fits, both together with the zero do not. */
#include <string.h>

static void join(char *target, const char *first, const char *second)
{
    strcpy(target, first);
    strcat(target, second);
}

int main(void)
{
    char target[6];

    join(target, "abc", "def");
    return target[0] != 'a';
}
