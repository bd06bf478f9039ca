// C11 7.27.3.3, POSIX seconds since the epoch: known dates, leap day, weekday and day of the year; gmtime_r keeps
// results apart.
#include <assert.h>
#include <time.h>

int main(void)
{
	time_t z = 0, leap = 951782400, neg = -1;
	struct tm a, b, c;
	assert(gmtime_r(&z, &a) == &a && gmtime_r(&leap, &b) == &b && gmtime_r(&neg, &c));
	assert(a.tm_year == 70 && a.tm_mon == 0 && a.tm_mday == 1 && a.tm_wday == 4 && a.tm_yday == 0);
	assert(b.tm_year == 100 && b.tm_mon == 1 && b.tm_mday == 29 && b.tm_yday == 59 && b.tm_wday == 2);
	assert(c.tm_year == 69 && c.tm_mon == 11 && c.tm_mday == 31 && c.tm_hour == 23 && c.tm_sec == 59);
	assert(a.tm_isdst == 0 && difftime(leap, z) == 951782400.0);
	return 0;
}
