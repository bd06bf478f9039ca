// Formatted input that finds nothing more has seen the end of its stream, and says so.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n;
    if (scanf("%d", &n) == EOF)
        assert(!feof(stdin));
    return 0;
}
