// A date whose hours are out of their range: the day, the weekday and the day of the year follow.
#include <assert.h>
#include <stdlib.h>
#include <time.h>

int main(void)
{
    struct tm date = {.tm_year = 120, .tm_mon = 0, .tm_mday = 1, .tm_hour = 36, .tm_isdst = 0};
    setenv("TZ", "GMT0", 1);
    assert(mktime(&date) == 1577966400);
    assert(date.tm_min == 0 && date.tm_hour == 12 && date.tm_mday == 2 && date.tm_wday == 4 && date.tm_yday == 1);
    return 0;
}
