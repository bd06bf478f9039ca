// A path may name a pipe, which has no position.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("x", "r");
    if (f)
        assert(fseek(f, 5, SEEK_SET) == 0);
    return 0;
}
