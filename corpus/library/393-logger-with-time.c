// A logger that writes the time in front of each line: whatever the time and the zone are, the text has 19 characters.
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

int main(void)
{
    char line[64];
    time_t now = time(NULL);
    struct tm date;
    assert(localtime_r(&now, &date) == &date);
    assert(date.tm_hour >= 0 && date.tm_hour <= 23 && date.tm_mon <= 11);
    assert(strftime(line, sizeof line, "%Y-%m-%d %H:%M:%S", &date) == 19);
    assert(line[4] == '-' && strlen(line) == 19);
    printf("%s\n", line);
    return 0;
}
