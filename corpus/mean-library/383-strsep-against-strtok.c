/* strsep finds empty fields between two separators, strtok does not. */
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>

int main(void)
{
    char a[] = "x,,y", b[] = "x,,y", *rest = a;
    assert(strcmp(strsep(&rest, ","), "x") == 0);
    assert(strcmp(strsep(&rest, ","), "") == 0);
    assert(strcmp(strtok(b, ","), "x") == 0);
    assert(strcmp(strtok(0, ","), "y") == 0);
    assert(strtok(0, ",") == 0);
    return 0;
}
