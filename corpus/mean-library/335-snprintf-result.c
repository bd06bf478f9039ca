/* snprintf returns the length the text would have had (C11 7.21.6.5), whatever was cut off. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char text[4];
    int n = snprintf(text, sizeof text, "%d-%s", 12, "abc");
    assert(n == 6);
    assert(strcmp(text, "12-") == 0);
    return 0;
}
