// sscanf with sets, widths, dropped conversions and floating numbers.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char word[8], two[3] = "";
    int n = 0, at = 0;
    double x = 0;
    assert(sscanf("key=2.5e1;rest", "%7[a-z]=%lf;%2c%n", word, &x, two, &at) == 3);
    assert(!strcmp(word, "key") && x == 25 && !strcmp(two, "re") && at == 12);
    assert(sscanf("1 2 3", "%*d %*d %d", &n) == 1 && n == 3);
    assert(sscanf("", "%d", &n) == EOF && sscanf("x", "%d", &n) == 0);
    return 0;
}
