// C11 7.27.2.3: mktime takes local time, not UTC: fails for any time zone but UTC (TZ=EST5).
#include <assert.h>
#include <time.h>

int main(void)
{
	struct tm t = { .tm_year = 70, .tm_mday = 1, .tm_isdst = 0 };
	assert(mktime(&t) == 0);
	return 0;
}
