// Output to a descriptor may fail.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static int print(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int printed = vdprintf(1, format, list);
    va_end(list);
    return printed;
}

int main(void)
{
    assert(print("hello") == 5);
    return 0;
}
