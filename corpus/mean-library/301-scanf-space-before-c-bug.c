/* White space in a format reads up to the first character that is not white space (C11 7.21.6.2), so "%c" without it may store some. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char c;
    if (scanf("%c", &c) == 1)
        assert(c != ' ' && c != '\n' && c != '\t');
    return 0;
}
