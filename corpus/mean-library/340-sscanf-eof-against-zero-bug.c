/* sscanf returns EOF if the input ends before the first conversion, also behind blanks, and 0 if something does not match.
   Blanks alone are the end, not a mismatch. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int n = 7;
    assert(sscanf("", "%d", &n) == EOF);
    assert(sscanf("  ", "%d", &n) == 0);
    assert(sscanf("x", "%d", &n) == 0);
    assert(n == 7);
    return 0;
}
