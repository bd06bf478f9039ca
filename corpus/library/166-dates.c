/* The date of a count of seconds, in Greenwich: leap years, the days before 1970, the last
 * second that has one.  TRUE. */
#include <assert.h>
#include <time.h>

int main(void)
{
    struct tm date;
    time_t t = 951782400;
    assert(gmtime_r(&t, &date) == &date);
    assert(date.tm_year == 100 && date.tm_mon == 1 && date.tm_mday == 29 && date.tm_hour == 0);
    assert(date.tm_wday == 2 && date.tm_yday == 59 && date.tm_isdst == 0);
    t = -1;
    gmtime_r(&t, &date);
    assert(date.tm_year == 69 && date.tm_mon == 11 && date.tm_mday == 31 && date.tm_wday == 3);
    assert(date.tm_hour == 23 && date.tm_min == 59 && date.tm_sec == 59 && date.tm_yday == 364);
    t = 1735603200;
    gmtime_r(&t, &date);
    assert(date.tm_yday == 365 && date.tm_mon == 11 && date.tm_mday == 31);
    t = 67768036191676799;
    assert(gmtime(&t));
    t++;
    assert(!gmtime(&t));
    return 0;
}
