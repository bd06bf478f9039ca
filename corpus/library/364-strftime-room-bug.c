// A text that does not fit is not there at all: the result is 0.
#include <assert.h>
#include <time.h>

int main(void)
{
    struct tm date = {.tm_year = 124, .tm_mday = 31};
    char text[10];
    assert(strftime(text, sizeof text, "%Y-%m-%d", &date) == 10);
    return 0;
}
