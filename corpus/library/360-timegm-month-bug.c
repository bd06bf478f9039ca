// Months are counted from 0, so this is the first of February.
#define _GNU_SOURCE
#include <assert.h>
#include <time.h>

int main(void)
{
    struct tm date = {.tm_year = 70, .tm_mon = 1, .tm_mday = 1};
    assert(timegm(&date) == 0);
    return 0;
}
