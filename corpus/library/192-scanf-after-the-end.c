// After the end of a stream nothing comes; a number of one digit is read without a look at what follows.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n;
    if (scanf("%1d", &n) == 1)
        assert(!feof(stdin));
    if (scanf("%d", &n) == 1 && feof(stdin))
        assert(scanf("%d", &n) == EOF);
    return 0;
}
