// Input with a width fits into its buffer, and a number of two digits is below a hundred.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char word[3];
    int n = 0;
    if (scanf("%2d", &n) == 1)
        assert(n < 100 && n > -10);
    if (scanf("%2s", word) == 1)
        assert(word[0] != ' ' && word[2] == 0 || word[1] == 0);
    return 0;
}
