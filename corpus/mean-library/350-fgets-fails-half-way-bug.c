/* fgets returns null at the end of the input or for an error. It need not be the end. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char line[8];
    if (!fgets(line, sizeof line, stdin))
        assert(feof(stdin) + 0);
    return 0;
}
