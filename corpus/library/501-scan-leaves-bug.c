// Between two numbers there may be anything that is no digit.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int a;
    char c;
    if (scanf("%d%c", &a, &c) == 2)
        assert(isspace((unsigned char)c));
    return 0;
}
