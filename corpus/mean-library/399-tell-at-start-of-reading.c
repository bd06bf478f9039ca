/* A stream that was opened for reading is at position 0, unless it has no position.  */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *f = fopen("input", "r");
    if (!f)
        return 0;
    ;
    long at = ftell(f);
    assert(at == 0 || at == -1);
    return 0;
}
