// C11 7.27.3.5: strftime returns the length without the null, 0 if it does not fit; names of the "C" locale.
#include <assert.h>
#include <time.h>
#include <string.h>

int main(void)
{
	char b[32];
	struct tm t = { .tm_year = 99, .tm_mon = 0, .tm_mday = 5, .tm_hour = 13, .tm_min = 7, .tm_sec = 9, .tm_wday = 2, .tm_yday = 4 };
	assert(strftime(b, sizeof b, "%Y-%m-%d", &t) == 10 && strcmp(b, "1999-01-05") == 0);
	assert(strftime(b, 11, "%Y-%m-%d", &t) == 10);
	assert(strftime(b, 10, "%Y-%m-%d", &t) == 0);
	strftime(b, sizeof b, "%H:%M:%S %I%p %j %y %e|%%", &t);
	assert(strcmp(b, "13:07:09 01PM 005 99  5|%") == 0);
	strftime(b, sizeof b, "%a %A %b", &t);
	assert(strcmp(b, "Tue Tuesday Jan") == 0);
	assert(strcmp(asctime(&t), "Tue Jan  5 13:07:09 1999\n") == 0);
	return 0;
}
