// %hn stores a short and %ln a long, through a va_list as well; what lies beside a short stays.
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
    short shorts[2] = { -1, -1 };
    long wide = -1;
    put(text, "abc%hnde%ln", shorts, &wide);
    assert(shorts[0] == 3 && shorts[1] == -1 && wide == 5);
    return 0;
}
