/* sscanf returns EOF if the input ends before the first conversion, also behind blanks, and 0 if something does not match.
    */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n = 7;
    assert(sscanf("", "%d", &n) == EOF);
    assert(sscanf("  ", "%d", &n) == EOF);
    assert(sscanf("x", "%d", &n) == 0);
    assert(n == 7);
    return 0;
}
