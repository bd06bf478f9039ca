/* "0x" without a digit behind it is the number 0 followed by an x (C11 7.22.1.4). It is not refused. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    char text[] = "0xg", *end;
    assert(strtol(text, &end, 16) == 0);
    assert(end == text + 0);
    return 0;
}
