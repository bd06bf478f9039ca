/* abs, labs, llabs, atoi, atol, strtol and strtoul in several bases with end pointers,
 * and div. */
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    const char *s = "  -12abc";
    char *end;

    assert(abs(-3) == 3 && abs(4) == 4 && labs(-5000000000L) == 5000000000L && llabs(-1) == 1);
    assert(atoi("42") == 42 && atoi("  -7x") == -7 && atoi("+8") == 8 && atoi("none") == 0);
    assert(atol("5000000000") == 5000000000L);
    assert(strtol(s, &end, 10) == -12 && end == s + 5);
    assert(strtol("ff", NULL, 16) == 255 && strtol("0x1F", NULL, 0) == 31);
    assert(strtol("017", NULL, 0) == 15 && strtol("101", &end, 2) == 5 && *end == 0);
    assert(strtol("", &end, 10) == 0);
    assert(strtoul("4000000000", NULL, 10) == 4000000000ul);
    assert(div(-7, 2).quot == -3 && div(-7, 2).rem == -1);
    return 0;
}
