// A word that is as long as its width may go on.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    char w[4], c;
    if (scanf("%3s%c", w, &c) == 2)
        assert(isspace((unsigned char)c));
    return 0;
}
