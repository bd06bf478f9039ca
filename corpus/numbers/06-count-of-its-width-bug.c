// %ln writes all of a long.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static void put(char *to, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsprintf(to, format, list);
    va_end(list);
}

int main(void)
{
    char text[16];
    long wide = -1;
    put(text, "abc%ln", &wide);
    assert(wide != 3);
    return 0;
}
