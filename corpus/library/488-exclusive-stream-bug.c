// With x in the mode the file may be there already.
#include <assert.h>
#include <stdio.h>
#include <errno.h>

int main(void)
{
    FILE *f = fopen("x", "wx");
    assert(f || errno != EEXIST);
    return 0;
}
