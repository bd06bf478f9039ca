/* fgets returns null at the end of the input or for an error.  */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char line[8];
    if (!fgets(line, sizeof line, stdin))
        assert(feof(stdin) + ferror(stdin));
    return 0;
}
