// Numbers one after the other: the second may be anything.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int a, b;
    if (scanf("%d", &a) == 1 && scanf("%d", &b) == 1)
        assert(a != 5 || b != 7);
    return 0;
}
