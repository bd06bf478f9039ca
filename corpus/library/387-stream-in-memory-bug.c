// Before it is flushed nothing is told of what was written.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[] = "ab";
    FILE *in = fmemopen(text, sizeof text, "r");
    if (!in)
        return 0;
    fgetc(in);
    assert(fgetc(in) == 'a');
    return 0;
}
