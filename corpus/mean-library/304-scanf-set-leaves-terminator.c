/* %[^\n] takes everything up to the end of the line, so that the character behind it is the end of the line. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char c;
    if (scanf("%*[^\n]%c", &c) == 1)
        assert(c == '\n');
    return 0;
}
