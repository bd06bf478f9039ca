// Weeks: of Sundays, of Mondays, and of ISO 8601, in which 31 December 2024 is in week 1 of 2025.
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void)
{
    struct tm date = {.tm_year = 124, .tm_mon = 11, .tm_mday = 31, .tm_wday = 2, .tm_yday = 365};
    char text[40];
    assert(strftime(text, sizeof text, "%U %W %V %G %g %u", &date) == 18);
    assert(strcmp(text, "52 53 01 2025 25 2") == 0);
    assert(strftime(text, sizeof text, "%D %r %k|%l", &date) == 26);
    assert(strcmp(text, "12/31/24 12:00:00 AM  0|12") == 0);
    assert(strftime(text, 0, "%Y", &date) == 0);
    return 0;
}
