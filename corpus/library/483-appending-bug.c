// A stream that appends begins at the end of the file, wherever that is.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("x", "a");
    if (f) {
        long p = ftell(f);
        assert(p == 0 || p == -1);
    }
    return 0;
}
