// `timegm` is the inverse of `gmtime_r`, and brings fields that are out of their ranges into them.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <time.h>

int main(void)
{
    static const time_t moments[] = {0, -1, 951782400, 951868799, 4107542400, -62167219200, 253402300799};
    for (unsigned i = 0; i < sizeof moments / sizeof *moments; i++) {
        struct tm date;
        assert(gmtime_r(&moments[i], &date) == &date);
        assert(timegm(&date) == moments[i]);
    }
    struct tm leap = {.tm_year = 124, .tm_mon = 13, .tm_mday = 29, .tm_sec = -1};
    assert(timegm(&leap) == 1740787199);
    assert(leap.tm_year == 125 && leap.tm_mon == 1 && leap.tm_mday == 28 && leap.tm_hour == 23 && leap.tm_sec == 59);
    struct tm far = {.tm_year = INT_MAX, .tm_mon = 12, .tm_mday = 1};
    errno = 0;
    assert(timegm(&far) == -1 && errno == EOVERFLOW);
    time_t too_far = LONG_MAX;
    assert(gmtime(&too_far) == NULL);
    return 0;
}
