// Timegm(3), C11 7.27.2.3: fields out of range are normalised, wday and yday are set.
#include <assert.h>
#include <time.h>

int main(void)
{
	struct tm t = { .tm_year = 100, .tm_mon = 1, .tm_mday = 30, .tm_hour = 25, .tm_wday = 6 };
	time_t r = timegm(&t);
	assert(r == 951958800);
	assert(t.tm_mon == 2 && t.tm_mday == 2 && t.tm_hour == 1);
	assert(t.tm_wday == 4 && t.tm_yday == 61 && t.tm_year == 100);
	struct tm m = { .tm_year = 70, .tm_mon = -1, .tm_mday = 1 };
	assert(timegm(&m) == -31L * 86400);
	assert(m.tm_year == 69 && m.tm_mon == 11);
	return 0;
}
