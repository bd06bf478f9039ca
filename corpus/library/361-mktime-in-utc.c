// A program that sets TZ knows its time zone.
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void)
{
    struct tm date = {.tm_year = 70, .tm_mday = 2, .tm_hour = -1, .tm_isdst = -1};
    setenv("TZ", "UTC", 1);
    tzset();
    assert(mktime(&date) == 82800);
    assert(date.tm_mday == 1 && date.tm_hour == 23 && date.tm_isdst == 0 && date.tm_wday == 4);
    time_t midnight = 86400;
    assert(localtime(&midnight)->tm_hour == 0);
    return 0;
}
