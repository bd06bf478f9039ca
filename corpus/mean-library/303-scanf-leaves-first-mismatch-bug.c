/* %d takes all digits there are, and what it leaves is the first character that does not match. It need not be white space. */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int n;
    if (scanf("%d", &n) == 1) {
        int c = getchar();
        assert(c == EOF || isspace(c));
    }
    return 0;
}
