/* %n stores how much was produced so far, also of what did not fit. It does not stop at the size. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char text[3];
    int at = -1;
    snprintf(text, sizeof text, "abcdef%n", &at);
    assert(at == 2);
    return 0;
}
