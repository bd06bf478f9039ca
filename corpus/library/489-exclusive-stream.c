// Only with x in the mode it matters that the file is there.
#include <assert.h>
#include <stdio.h>
#include <errno.h>

int main(void)
{
    FILE *f = fopen("x", "w");
    assert(f || errno != EEXIST);
    FILE *g = fopen("x", "r");
    assert(g || (errno != ENOSPC && errno != EROFS && errno != EISDIR));
    return 0;
}
